#include "deeds.hpp"
#include "hand_picks.hpp"
#include "panel_desk.hpp"

#include <jounce/components/base/scalar_math.hpp>

#include <imgui.h>

#include <algorithm>
#include <string>

namespace viewer {

using namespace jounce;
using namespace jounce::editing;

namespace {

constexpr const char* shape_names[] = {"sphere", "capsule", "plane", "box"};

/// A ball in the middle of a bone, as thick as such bones usually are.
collider_entry ball_on(const desk& at, const std::string& bone) {
    const rig& bones = at.bones();
    const auto found = std::ranges::find(bones.names, bone);
    const auto index = static_cast<std::size_t>(found - bones.names.begin());
    const vec3<float> tail = bones.metres_per_unit * bones.tail_local[index];
    collider_entry out;
    out.bone = bone;
    out.shape.a = 0.5F * tail;
    out.shape.radius = std::max(0.5F * length(tail), 0.02F);
    return out;
}

/// Numbers that the new shape needs are there.
void fill(collider& body) {
    const float size = std::max({body.radius, body.half.x, 0.02F});
    switch (body.shape) {
    case collider_shape::sphere: body.radius = size; break;
    case collider_shape::capsule:
        body.radius = size;
        body.radius_b = body.radius_b > 0 ? body.radius_b : size;
        if (body.a == body.b) {
            body.b = body.a + vec3<float>{0, 2 * size, 0};
        }
        break;
    case collider_shape::plane:
        if (!(length(body.b) > 0)) {
            body.b = {0, 1, 0};
        }
        body.inside = false;
        break;
    case collider_shape::box:
        if (!(body.half.x > 0)) {
            body.half = {size, size, size};
        }
        body.radius = 0;
        break;
    }
}

/// The widgets of one collider. Each makes its edit.
class body_form {
public:
    body_form(const desk& at, std::size_t index)
        : at_(at), index_(index), held_(at.on.session().settings().colliders[index]) {}

    void show() {
        ImGui::PushItemWidth(170);
        choose_bone();
        choose_shape();
        const collider_shape shape = held_.shape.shape;
        place(shape == collider_shape::capsule ? "end a" : "place", &collider::a, 0);
        if (shape == collider_shape::capsule) {
            place("end b", &collider::b, 0);
        }
        if (shape == collider_shape::plane) {
            place("normal", &collider::b, 0);
        }
        if (shape == collider_shape::box) {
            place("half sides", &collider::half, 0.001F);
        }
        if (shape != collider_shape::plane) {
            size(shape == collider_shape::box ? "rounding" : "radius", &collider::radius);
        }
        if (shape == collider_shape::capsule) {
            size("radius b", &collider::radius_b);
        }
        if (shape == collider_shape::box) {
            turn();
        }
        if (shape != collider_shape::plane) {
            collider_entry now = held_;
            if (ImGui::Checkbox("springs stay inside", &now.shape.inside)) {
                make(now, 0);
            }
        }
        collider_entry now = held_;
        ImGui::InputScalar("groups", ImGuiDataType_U32, &now.shape.groups);
        if (ImGui::IsItemDeactivatedAfterEdit()) {
            make(now, 0);
        }
        ImGui::PopItemWidth();
    }

private:
    void make(const collider_entry& now, std::uint64_t gesture) const {
        deeds::make(at_.on, change_collider{index_, now}, gesture);
    }
    void choose_bone() const {
        if (!ImGui::BeginCombo("bone", held_.bone.c_str())) {
            return;
        }
        for (const std::string& name : at_.bones().names) {
            if (ImGui::Selectable(name.c_str(), name == held_.bone) && name != held_.bone) {
                collider_entry now = held_;
                now.bone = name;
                make(now, 0);
            }
        }
        ImGui::EndCombo();
    }
    void choose_shape() const {
        int shape = static_cast<int>(held_.shape.shape);
        const bool has_changed = ImGui::Combo("shape", &shape, shape_names, 4);
        at_.mark("shape");
        if (has_changed) {
            collider_entry now = held_;
            now.shape.shape = static_cast<collider_shape>(shape);
            fill(now.shape);
            make(now, 0);
        }
    }
    void place(const char* label, vec3<float> collider::*part, float least) const {
        collider_entry now = held_;
        vec3<float>& v = now.shape.*part;
        float numbers[] = {v.x, v.y, v.z};
        const bool has_changed =
            ImGui::DragFloat3(label, numbers, 0.002F, least, least > 0 ? 1e3F : 0, "%.4g");
        v = {numbers[0], numbers[1], numbers[2]};
        at_.hold(has_changed, change_collider{index_, now});
        at_.mark(label);
    }
    void size(const char* label, float collider::*part) const {
        collider_entry now = held_;
        const bool has_changed =
            ImGui::DragFloat(label, &(now.shape.*part), 0.001F, 0, 1e3F, "%.4g m");
        at_.hold(has_changed, change_collider{index_, now});
        at_.mark(label);
    }
    void turn() const {
        collider_entry now = held_;
        quat<float>& q = now.shape.rotation;
        float by[] = {0, 0, 0}; // degrees about the sides of the box, from where it is
        const bool has_changed = ImGui::DragFloat3("turn", by, 0.5F, 0, 0, "");
        for (int i = 0; i < 3; ++i) {
            const vec3<float> axis = {i == 0 ? 1.0F : 0, i == 1 ? 1.0F : 0, i == 2 ? 1.0F : 0};
            q = normalised(q * axis_angle(axis, by[i] * 0.0174532925F));
        }
        at_.hold(has_changed, change_collider{index_, now});
    }

    const desk& at_;
    std::size_t index_;
    collider_entry held_;
};

} // namespace

void show_colliders(const desk& at) {
    const auto& all = at.on.session().settings().colliders;
    const std::string bone = at.bone();
    const std::string label = bone.empty() ? "new: pick a bone first" : "new on " + bone;
    ImGui::BeginDisabled(bone.empty());
    const bool adds = ImGui::Button(label.c_str());
    at.mark("new_collider");
    ImGui::EndDisabled();
    if (adds && deeds::make(at.on, add_collider{ball_on(at, bone)})) {
        select_collider(all.size() - 1, at.to, at.on);
    }
    ImGui::SameLine();
    const bool has_one =
        at.to.collider >= 0 && static_cast<std::size_t>(at.to.collider) < all.size();
    if (at.button("remove", has_one)) {
        deeds::make(at.on, remove_collider{static_cast<std::size_t>(at.to.collider)});
        at.to.collider = -1;
        return;
    }
    ImGui::BeginChild("list", {0, 110}, true);
    for (std::size_t c = 0; c < all.size(); ++c) {
        const std::string name = std::to_string(c) + ": " +
                                 shape_names[static_cast<std::size_t>(all[c].shape.shape)] +
                                 " on " + all[c].bone;
        if (ImGui::Selectable(name.c_str(), static_cast<std::int32_t>(c) == at.to.collider)) {
            select_collider(c, at.to, at.on);
        }
        at.mark("collider:" + std::to_string(c));
    }
    ImGui::EndChild();
    if (at.to.collider >= 0 && static_cast<std::size_t>(at.to.collider) < all.size()) {
        body_form(at, static_cast<std::size_t>(at.to.collider)).show();
        ImGui::TextWrapped("In the picture: drag its handles; with Shift away and nearer.");
    }
    const bool collide = at.on.session().settings().chains_collide;
    bool now = collide;
    if (ImGui::Checkbox("chains push each other apart", &now)) {
        deeds::make(at.on, set_chains_collide{now});
    }
}

} // namespace viewer
