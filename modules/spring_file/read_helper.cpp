#include <jounce/modules/spring_file/spring_file_parts.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tuning/tuning_check.hpp>

namespace jounce {
namespace {

constexpr double farthest = 1e6; ///< m, as of colliders

double read_number(const json::value& from, double least, double most) {
    const double number = from.number();
    if (!(number >= least && number <= most)) {
        from.fail(errors::bad_helper, "is " + number_text(number) + ", it must be from " +
                                          number_text(least) + " to " + number_text(most));
    }
    return number;
}

vec3<double> read_place(const json::value& from) {
    const vec3<double> place = from.vector();
    if (!(length(place) <= farthest)) {
        from.fail(errors::bad_helper, "is farther than " + number_text(farthest) +
                                          " m from the model's origin; check the units");
    }
    return place;
}

} // namespace

bool is_point(const helper_entry& of) { return !(length(of.tail - of.head) > 1e-9); }

helper_entry read_helper(const json::value& from) {
    constexpr std::string_view known[] = {"name",  "parent", "head",          "tail",
                                          "reach", "share",  "along_surface", "from_all"};
    allow_only(from, known);
    helper_entry out;
    out.name = read_bone_name(from["name"]);
    out.parent = read_bone_name(from["parent"]);
    out.head = read_place(from["head"]);
    out.tail = from.has("tail") ? read_place(from["tail"]) : out.head;
    if (from.has("reach")) {
        out.reach = read_number(from["reach"], 0, farthest);
    }
    if (from.document().shared().ok() && is_point(out) && !(out.reach > 0)) {
        from.fail(errors::bad_helper, "has no length, so it needs a reach; give it one, or a tail "
                                      "away from its head");
    }
    if (from.has("share")) {
        out.share = read_number(from["share"], 0, 1);
    }
    if (from.has("along_surface")) {
        out.along_surface = from["along_surface"].boolean();
    }
    if (from.has("from_all")) {
        out.from_all = from["from_all"].boolean();
    }
    return out;
}

} // namespace jounce
