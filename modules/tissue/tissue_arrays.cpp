#include <jounce/modules/tissue/tissue_arrays.hpp>

namespace jounce::tissue {
namespace {

/// Writes members to arrays, or arrays to members: one list of both.
class array_writer {
public:
    std::vector<tissue_array> arrays;
    bool is_optional = false; ///< those that come next

    void whole(std::string_view name, const row_starts& of) {
        add(name, array_type::u32, 1).indices = of;
    }
    void numbers(std::string_view name, const std::vector<double>& of) {
        add(name, array_type::f64, 1).numbers = of;
    }
    template <class Item, class Get>
    void indices(std::string_view name, std::size_t width, const std::vector<Item>& of,
                 const Get& get) {
        tissue_array& to = add(name, array_type::u32, width);
        for (const Item& one : of) {
            for (std::size_t i = 0; i < width; ++i) {
                to.indices.push_back(*get(one, i));
            }
        }
    }
    template <class Item, class Get>
    void values(std::string_view name, array_type type, std::size_t width,
                const std::vector<Item>& of, const Get& get) {
        tissue_array& to = add(name, type, width);
        for (const Item& one : of) {
            for (std::size_t i = 0; i < width; ++i) {
                to.numbers.push_back(*get(one, i));
            }
        }
    }

private:
    tissue_array& add(std::string_view name, array_type type, std::size_t width) {
        return arrays.emplace_back(tissue_array{name, type, width, is_optional, {}, {}});
    }
};

class array_reader {
public:
    bool is_optional = false; ///< as array_writer has it; it does not matter here

    explicit array_reader(const std::vector<tissue_array>& from) : from_(from) {}

    void whole(std::string_view, row_starts& to) { to = from_[at_++].indices; }
    void numbers(std::string_view, std::vector<double>& to) { to = from_[at_++].numbers; }
    template <class Item, class Get>
    void indices(std::string_view, std::size_t width, std::vector<Item>& to, const Get& get) {
        take(from_[at_++].indices, width, to, get);
    }
    template <class Item, class Get>
    void values(std::string_view, array_type, std::size_t width, std::vector<Item>& to,
                const Get& get) {
        take(from_[at_++].numbers, width, to, get);
    }

private:
    template <class Value, class Item, class Get>
    static void take(const std::vector<Value>& from, std::size_t width, std::vector<Item>& to,
                     const Get& get) {
        // Arrays of one member that differ in length leave zeros; readers of files refuse them before.
        if (to.size() < from.size() / width) {
            to.resize(from.size() / width);
        }
        for (std::size_t i = 0; i < from.size(); ++i) {
            *get(to[i / width], i % width) = from[i];
        }
    }

    const std::vector<tissue_array>& from_;
    std::size_t at_ = 0;
};

/// The numbers of things, to be read or written.
template <class Vector> auto* axis_of(Vector& v, std::size_t i) {
    return i == 0 ? &v.x : i == 1 ? &v.y : &v.z;
}

constexpr auto vector_number = [](auto& one, std::size_t i) { return axis_of(one, i); };
constexpr auto joint_index = [](auto& one, std::size_t) { return &one.joint; };
constexpr auto joint_share = [](auto& one, std::size_t) { return &one.weight; };
constexpr auto handle_index = [](auto& one, std::size_t) { return &one.handle; };
constexpr auto handle_number = [](auto& one, std::size_t i) {
    return i == 0 ? &one.weight : axis_of(one.gradient, i - 1);
};
constexpr auto place_and_volume = [](auto& one, std::size_t i) {
    return i < 3 ? axis_of(one.rest, i) : &one.volume;
};
constexpr auto place_and_mass = [](auto& one, std::size_t i) {
    return i < 3 ? axis_of(one.rest, i) : &one.mass;
};

/// Every member of baked tissue that is an array.
template <class Visit, class Tissue> void visit_arrays(Visit& visit, Tissue& t) {
    using enum array_type;
    visit.values("handles", f64, 3, t.handles, vector_number);
    visit.whole("handle_joint_first", t.handle_joint_first);
    visit.indices("handle_joint", 1, t.handle_joints, joint_index);
    visit.values("handle_joint_weight", f64, 1, t.handle_joints, joint_share);
    visit.whole("vertex_first", t.vertex_first);
    visit.indices("vertex_handle", 1, t.vertex_weights, handle_index);
    visit.values("vertex_weight", f32, 4, t.vertex_weights, handle_number);
    visit.values("cubature", f64, 4, t.cubature, place_and_volume);
    visit.whole("cubature_first", t.cubature_first);
    visit.indices("cubature_handle", 1, t.cubature_weights, handle_index);
    visit.values("cubature_weight", f64, 4, t.cubature_weights, handle_number);
    visit.numbers("mass", t.mass);
    visit.numbers("rest_stiffness", t.rest_stiffness);
    visit.numbers("full_stiffness", t.full_stiffness);
    visit.numbers("modes", t.modes);
    visit.numbers("mode_rates", t.mode_rates);
    visit.indices("drive_pair", 2, t.drive,
                  [](auto& one, std::size_t i) { return i == 0 ? &one.handle : &one.joint; });
    visit.values("drive_moment", f64, 4, t.drive,
                 [](auto& one, std::size_t i) { return &one.moment[i]; });
    visit.values("mass_points", f64, 4, t.mass_points, place_and_mass);
    visit.whole("mass_point_first", t.mass_point_first);
    visit.indices("mass_point_handle", 1, t.mass_point_weights, handle_index);
    visit.values("mass_point_weight", f64, 1, t.mass_point_weights, joint_share);
    visit.whole("mass_point_joint_first", t.mass_point_joint_first);
    visit.indices("mass_point_joint", 1, t.mass_point_joints, joint_index);
    visit.values("mass_point_joint_weight", f64, 1, t.mass_point_joints, joint_share);
    visit.indices("probe_vertex", 1, t.probes, [](auto& one, std::size_t) { return &one.vertex; });
    visit.values("probe_area", f64, 1, t.probes, [](auto& one, std::size_t) { return &one.area; });
    visit.numbers("handle_bounds", t.handle_bounds);
    visit.is_optional = true;
    visit.values("lattice", f32, 3, t.lattice, vector_number);
    visit.whole("lattice_first", t.lattice_first);
    visit.indices("lattice_handle", 1, t.lattice_weights, handle_index);
    visit.values("lattice_weight", f32, 1, t.lattice_weights, joint_share);
    visit.whole("lattice_joint_first", t.lattice_joint_first);
    visit.indices("lattice_joint", 1, t.lattice_joints, joint_index);
    visit.values("lattice_joint_weight", f32, 1, t.lattice_joints, joint_share);
    visit.indices("lattice_edge", 2, t.lattice_edges,
                  [](auto& one, std::size_t i) { return i == 0 ? &one.from : &one.to; });
}

} // namespace

std::vector<tissue_array> arrays_of(const baked_tissue& tissue) {
    array_writer out;
    visit_arrays(out, tissue);
    return std::move(out.arrays);
}

void take_arrays(const std::vector<tissue_array>& arrays, baked_tissue& to) {
    array_reader in(arrays);
    visit_arrays(in, to);
}

} // namespace jounce::tissue
