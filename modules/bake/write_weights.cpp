#include <jounce/modules/bake/write_weights.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace jounce::bake {
namespace {

using ordered = nlohmann::ordered_json;
using row = std::vector<influence>;

/// Weights of a vertex that sum to one, heaviest first.
row tidy(const vertex_weights& of, std::size_t v) {
    row out(of.influences.begin() + static_cast<std::ptrdiff_t>(of.first[v]),
            of.influences.begin() + static_cast<std::ptrdiff_t>(of.first[v + 1]));
    std::stable_sort(out.begin(), out.end(),
                     [](const influence& a, const influence& b) { return a.weight > b.weight; });
    double sum = 0;
    for (const influence& one : out) {
        sum += static_cast<double>(one.weight);
    }
    if (!(sum > 0)) {
        return {};
    }
    double others = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i].weight = static_cast<float>(static_cast<double>(out[i].weight) / sum);
        others += i > 0 ? static_cast<double>(out[i].weight) : 0;
    }
    out.front().weight = static_cast<float>(1 - others);
    return out;
}

/// Whole numbers in the proportion of the weights that sum to `whole`: rounded down, what is missing goes
/// to those that lost most. Of equal ones the heavier gets it.
std::vector<std::uint32_t> shares_of(const row& weights, std::uint32_t whole) {
    std::vector<std::uint32_t> out;
    std::vector<std::pair<double, std::size_t>> lost;
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double exact = std::clamp(static_cast<double>(weights[i].weight), 0.0, 1.0) *
                             static_cast<double>(whole);
        out.push_back(std::min(static_cast<std::uint32_t>(exact), whole - sum));
        sum += out.back();
        lost.emplace_back(static_cast<double>(out.back()) - exact, i);
    }
    std::sort(lost.begin(), lost.end());
    for (std::size_t i = 0; sum < whole && !lost.empty(); i = (i + 1) % lost.size()) {
        ++out[lost[i].second];
        ++sum;
    }
    return out;
}

/// All rows with whole numbers for weights; those of zero are dropped. Gives the largest rounding.
double round_rows(std::vector<row>& rows, std::uint32_t whole) {
    double rounding = 0;
    for (row& one : rows) {
        const std::vector<std::uint32_t> shares = shares_of(one, whole);
        for (std::size_t i = 0; i < one.size(); ++i) {
            const double stored = static_cast<double>(shares[i]) / static_cast<double>(whole);
            rounding = std::max(rounding, std::abs(stored - static_cast<double>(one[i].weight)));
            one[i].weight = static_cast<float>(shares[i]); // at most 65535: exact
        }
        std::erase_if(one, [](const influence& i) { return i.weight == 0; });
        std::stable_sort(one.begin(), one.end(), [](const influence& a, const influence& b) {
            return a.weight > b.weight;
        });
    }
    return rounding;
}

/// One of the four joints and weights that each vertex has in a set, as numbers of a type.
template <class Number, class Get>
std::vector<Number> gather(const std::vector<row>& rows, std::size_t set, const Get& get) {
    std::vector<Number> out(4 * rows.size(), 0);
    for (std::size_t v = 0; v < rows.size(); ++v) {
        for (std::size_t i = 4 * set; i < std::min(4 * set + 4, rows[v].size()); ++i) {
            out[4 * v + i % 4] = static_cast<Number>(get(rows[v][i]));
        }
    }
    return out;
}

std::int32_t add_joint_set(glb_document& document, const std::vector<row>& rows, std::size_t set,
                           std::int32_t first_joint) {
    const auto joint = [&](const influence& i) { return i.joint - first_joint; };
    const auto joints = gather<std::uint16_t>(rows, set, joint);
    if (std::all_of(joints.begin(), joints.end(), [](std::uint16_t j) { return j < 256; })) {
        return document.add_joints(gather<std::uint8_t>(rows, set, joint));
    }
    return document.add_joints(joints);
}

std::int32_t add_weight_set(glb_document& document, const std::vector<row>& rows, std::size_t set,
                            weight_format format) {
    const auto weight = [](const influence& i) { return i.weight; };
    switch (format) {
    case weight_format::u8: return document.add_weights(gather<std::uint8_t>(rows, set, weight));
    case weight_format::u16: return document.add_weights(gather<std::uint16_t>(rows, set, weight));
    case weight_format::f32: break;
    }
    return document.add_weights(gather<float>(rows, set, weight));
}

void drop_weights(ordered& attributes) {
    for (auto member = attributes.begin(); member != attributes.end();) {
        const bool old =
            member.key().rfind("JOINTS_", 0) == 0 || member.key().rfind("WEIGHTS_", 0) == 0;
        member = old ? attributes.erase(member) : std::next(member);
    }
}

} // namespace

stored_weights add_weights(glb_document& document, const vertex_weights& weights,
                           weight_format format) {
    std::vector<row> rows;
    for (std::size_t v = 0; v + 1 < weights.first.size(); ++v) {
        rows.push_back(tidy(weights, v));
    }
    stored_weights out = {ordered::object(), 0};
    if (format != weight_format::f32) {
        out.rounding = round_rows(rows, format == weight_format::u8 ? 255 : 65535);
    }
    std::size_t most = 1;
    for (const row& one : rows) {
        most = std::max(most, one.size());
    }
    for (std::size_t set = 0; 4 * set < most; ++set) {
        const std::string number = std::to_string(set);
        out.attributes["JOINTS_" + number] =
            add_joint_set(document, rows, set, weights.first_joint);
        out.attributes["WEIGHTS_" + number] = add_weight_set(document, rows, set, format);
    }
    return out;
}

bool set_weights(glb_document& document, std::size_t mesh, std::size_t primitive,
                 const stored_weights& weights) {
    ordered& json = document.json();
    if (!has_object(json, "meshes", mesh) ||
        !has_object(json["meshes"][mesh], "primitives", primitive)) {
        return false;
    }
    ordered& changed = json["meshes"][mesh]["primitives"][primitive];
    if (!changed.contains("attributes") || !changed["attributes"].is_object()) {
        return false;
    }
    drop_weights(changed["attributes"]);
    changed["attributes"].update(weights.attributes);
    // What a compressed mesh does not list is read from accessors.
    const ordered::json_pointer packed("/extensions/KHR_draco_mesh_compression/attributes");
    if (changed.contains(packed) && changed[packed].is_object()) {
        drop_weights(changed[packed]);
    }
    return true;
}

std::int32_t add_matrices(glb_document& document, std::span<const affine<double>> matrices) {
    std::vector<float> numbers;
    for (const affine<double>& one : matrices) {
        const auto add = [&](const vec3<double>& column, double last) {
            for (const double number : {column.x, column.y, column.z, last}) {
                numbers.push_back(static_cast<float>(number));
            }
        };
        for (const vec3<double>& column : one.linear.column) {
            add(column, 0);
        }
        add(one.translation, 1);
    }
    return document.add_floats(numbers, "MAT4");
}

bool has_object(const ordered& document, const char* list, std::size_t index) {
    return document.contains(list) && document[list].is_array() && index < document[list].size() &&
           document[list][index].is_object();
}

} // namespace jounce::bake
