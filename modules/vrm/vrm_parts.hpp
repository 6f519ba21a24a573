#pragma once

// Parts of `read_vrm`.

#include <jounce/modules/json/document.hpp>
#include <jounce/modules/vrm/read_vrm.hpp>

namespace jounce::vrm {

/// What the parts of a document are read with.
struct reader {
    json::value root;
    std::span<const std::int32_t> bone_of_node;
    vrm_springs& out;

    bool ok() const { return root.document().shared().ok(); }
    /// A node of the document.
    std::int32_t node(const json::value& from) const {
        return static_cast<std::int32_t>(
            from.integer(0, static_cast<std::int64_t>(bone_of_node.size()) - 1));
    }
    /// The bone of a node; a mistake if it has none.
    std::int32_t bone(const json::value& from) const;
    /// Adds a warning that explains it.
    void warn(const json::value& where, const std::string& what) const;
};

double read_number(const json::value& from, double least, double most);
double number_or(const json::value& from, const char* name, double otherwise, double least,
                 double most);
vec3<double> vector_or(const json::value& from, const char* name, const vec3<double>& otherwise);
/// A unit quaternion.
quat<double> rotation_or_none(const json::value& from, const char* name);
std::string name_of(const json::value& from, const char* key);

/// The only one of the names that an object has; a mistake, and "", if it has none or several.
std::string only_of(const json::value& from, std::span<const std::string_view> names,
                    const char* error_name);

/// Every number in a file is at most this in size.
inline constexpr double largest = 1e9;

template <class Real>
void read_springs_1(reader& from, const json::value& extension, const basic_rig<Real>& rig);
void read_colliders_1(reader& from, const json::value& extension);
vrm_limit read_limit(reader& from, const json::value& joint);
void read_constraints(reader& from);

/// The end that VRM 0.x adds to a chain: 7 cm times the bone's scale beyond the last bone, on the way
/// from its parent to it; in the bone's frame. Zero if there is no such way.
template <class Real> vec3<double> end_of_chain(const basic_rig<Real>& rig, std::int32_t bone);
template <class Real>
void read_springs_0(reader& from, const json::value& secondary, const basic_rig<Real>& rig);

} // namespace jounce::vrm
