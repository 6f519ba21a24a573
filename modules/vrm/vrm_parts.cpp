#include <jounce/modules/vrm/vrm_parts.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/tuning/tuning_check.hpp>

#include <cmath>

namespace jounce::vrm {
namespace {

constexpr std::size_t most_warnings = 100;
constexpr std::size_t longest_name = 256;

} // namespace

std::int32_t reader::bone(const json::value& from) const {
    if (bone_of_node.empty()) {
        from.fail(errors::no_bone, "names a node, but the document has none");
        return 0;
    }
    const std::int32_t index = node(from);
    const std::int32_t found = ok() ? bone_of_node[static_cast<std::size_t>(index)] : 0;
    if (found < 0) {
        from.fail(errors::no_bone, "is node " + std::to_string(index) +
                                       ", which is no bone of the rig; add the node to the rig");
        return 0;
    }
    return found;
}

void reader::warn(const json::value& where, const std::string& what) const {
    if (out.warnings.size() < most_warnings) {
        out.warnings.push_back(where.where() + ": " + json::printable(what));
    }
}

double read_number(const json::value& from, double least, double most) {
    const double number = from.number();
    if (!(number >= least && number <= most)) {
        from.fail(errors::out_of_range, "is " + number_text(number) + ", allowed is from " +
                                            number_text(least) + " up to " + number_text(most));
        return least;
    }
    return number;
}

double number_or(const json::value& from, const char* name, double otherwise, double least,
                 double most) {
    return from.has(name) ? read_number(from[name], least, most) : otherwise;
}

vec3<double> vector_or(const json::value& from, const char* name, const vec3<double>& otherwise) {
    if (!from.has(name)) {
        return otherwise;
    }
    const json::value array = from[name];
    array.vector(); // reports it if it is none
    return {read_number(array.at(0), -largest, largest),
            read_number(array.at(1), -largest, largest),
            read_number(array.at(2), -largest, largest)};
}

quat<double> rotation_or_none(const json::value& from, const char* name) {
    if (!from.has(name)) {
        return {};
    }
    const quat<double> q = from[name].quaternion();
    const double size = std::hypot(std::hypot(q.x, q.y), std::hypot(q.z, q.w));
    if (!(std::abs(size - 1) < 1e-2)) {
        from[name].fail(errors::bad_limit, "is a quaternion of length " + number_text(size) +
                                               "; one of length 1 is needed");
        return {};
    }
    return normalised(q);
}

std::string name_of(const json::value& from, const char* key) {
    if (!from.has(key)) {
        return "";
    }
    const std::string text = json::printable(from[key].text());
    return text.substr(0, longest_name);
}

std::string only_of(const json::value& from, std::span<const std::string_view> names,
                    const char* error_name) {
    std::string found;
    std::string all;
    int count = 0;
    for (const std::string_view name : names) {
        all += (all.empty() ? "" : ", ") + std::string(name);
        if (from.has(std::string(name))) {
            found = name;
            ++count;
        }
    }
    if (count != 1) {
        from.fail(error_name, (count == 0 ? "has none of " : "has more than one of ") + all +
                                  "; exactly one is needed");
        return "";
    }
    return found;
}

} // namespace jounce::vrm
