// The pointer in the picture, without a window: what it picks, drags and carries, and that each is one step to undo.

#include "view/deeds.hpp"
#include "view/frames.hpp"
#include "view/hand.hpp"
#include "view/spring_view.hpp"
#include "view/stage.hpp"

#include "modules/editing/session_scene.hpp"

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/components/host/placement.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <taskflow/taskflow.hpp>

#include <algorithm>
#include <memory>
#include <string>

using namespace jounce;
using namespace jounce::editing;
using namespace jounce_test;
using namespace viewer;
using Catch::Approx;

namespace {

constexpr std::uint32_t width = 800, height = 600;

/// A stage with a hand in it, seen from the front.
struct held_stage {
    held_stage() { open(files.model, files.settings); }
    void open(const fs::path& model, const fs::path& settings) {
        editing::session_options how;
        how.settings = settings;
        how.suggest = false;
        auto made = stage::open(model, how, {}, workers);
        INFO((made ? "" : made.error().message));
        REQUIRE(made);
        on = *std::move(made);
        to.clip = -1;
        const extent all = on->whole_size();
        to.eye = demo::camera::around(all.low, all.high, float{width} / float{height});
        on->hold(0, to);
    }

    std::string picked() const {
        const auto& names = on->session().character().model.bones.names;
        return to.bone < 0 ? "" : names[static_cast<std::size_t>(to.bone)];
    }
    seen_place at(const std::string& name) const {
        for (const seen_place& each : pointer.places(to, *on, width, height)) {
            if (each.name == name) {
                return each;
            }
        }
        FAIL("nothing is called " << name);
        return {};
    }
    void point(float x, float y, bool left) {
        demo::pointer now;
        now.x = x;
        now.y = y;
        now.left = left;
        pointer.follow(now, width, height, to, *on);
    }
    void click(const seen_place& where) {
        point(where.x, where.y, false);
        point(where.x, where.y, true);
        point(where.x, where.y, false);
    }
    void drag(const seen_place& from, float x, float y) {
        point(from.x, from.y, false);
        point(from.x, from.y, true);
        for (int i = 1; i <= 4; ++i) {
            const float share = 0.25F * static_cast<float>(i);
            point(from.x + share * x, from.y + share * y, true);
        }
        point(from.x + x, from.y + y, false);
    }

    session_scene files;
    tf::Executor workers{1};
    std::unique_ptr<stage> on;
    choices to;
    hand pointer;
};

} // namespace

TEST_CASE("a click picks the bone that it is on, beside all nothing", "[view]") {
    held_stage scene;
    scene.to.show_bones = true;
    scene.to.show_colliders = false;
    for (const char* name : {"tail2", "tail4"}) {
        scene.click(scene.at(std::string("bone:") + name));
        CHECK(scene.picked() == name);
    }
    scene.click({"", 3, 3});
    CHECK(scene.picked().empty());
    CHECK(scene.on->session().undo_count() == 0);
}

TEST_CASE("dragging a handle is one step, and undoing it gives the text back", "[view]") {
    held_stage scene;
    const std::string before = scene.on->session().text();
    const auto radius = [&] {
        return static_cast<double>(scene.on->session().settings().colliders[0].shape.radius);
    };
    scene.to.collider = 0;
    scene.drag(scene.at("handle:size_a"), 30, 0);
    CHECK(radius() > 0.13);
    CHECK(scene.on->session().undo_count() == 1);
    // The knob is under the pointer where it was let go.
    const seen_place knob = scene.at("handle:size_a");
    scene.drag(scene.at("handle:whole"), 0, -25);
    CHECK(scene.on->session().undo_count() == 2);
    CHECK(scene.at("handle:size_a").y == Approx(knob.y - 25).margin(1));
    CHECK(scene.at("handle:size_a").x == Approx(knob.x).margin(1));
    REQUIRE(scene.on->undo());
    REQUIRE(scene.on->undo());
    CHECK(radius() == Approx(0.12));
    CHECK(scene.on->session().text() == before);
    CHECK(changed_lines(before, scene.on->session().text()).empty());
}

TEST_CASE("the knob of a radius follows the pointer", "[view]") {
    held_stage scene;
    scene.to.collider = 0;
    const seen_place knob = scene.at("handle:size_a");
    scene.drag(knob, 22, 0);
    CHECK(scene.at("handle:size_a").x == Approx(knob.x + 22).margin(1.5));
}

TEST_CASE("the rim of a collider is picked where colliders are shown", "[view]") {
    held_stage scene;
    scene.to.collider = 0;
    const seen_place rim = scene.at("handle:size_a");
    scene.to.collider = -1;
    scene.to.show_colliders = false;
    scene.click(rim);
    CHECK(scene.to.collider == -1);
    scene.to.show_colliders = true;
    scene.click(rim);
    CHECK(scene.to.collider == 0);
}

TEST_CASE("dragging the character carries it, dragging beside it turns the camera", "[view]") {
    held_stage scene;
    scene.to.show_colliders = false;
    const auto stands = [&] {
        return scene.on->registry().get<const placement>(scene.on->edited()).position;
    };
    const vec3<double> home = stands();
    const float yaw = scene.to.eye.yaw;
    scene.drag(scene.at("bone:tail2"), 60, 0);
    for (int f = 0; f < 90; ++f) {
        scene.on->advance(1.0F / 60, scene.to);
    }
    const double pixel = pixel_at(scene.to.eye, home, height);
    CHECK(length(stands() - home) == Approx(60 * pixel).epsilon(0.25));
    CHECK(scene.to.eye.yaw == yaw);
    CHECK(scene.on->session().undo_count() == 0); // no file keeps it
    scene.drag({"", 5, 5}, 40, 0);
    CHECK(scene.to.eye.yaw != yaw);
}

TEST_CASE("a helper is placed at the skin, and its ends are dragged in one step each", "[view]") {
    held_stage scene;
    const auto& settings = scene.on->session();
    REQUIRE(deeds::make(*scene.on, add_helper{{"flap", "spine", {0, 0.5, 0}, {0.1, 0.5, 0}, 0.1}}));
    const auto& names = settings.character().model.bones.names;
    scene.to.bone = static_cast<std::int32_t>(std::ranges::find(names, "flap") - names.begin());
    REQUIRE(selected_helper(scene.to, *scene.on));
    scene.drag(scene.at("handle:end_b"), 20, 0);
    CHECK(settings.undo_count() == 2);
    const helper_entry& bone = settings.settings().helpers[0];
    CHECK(bone.head == vec3<double>{0, 0.5, 0});
    CHECK(length(bone.tail - vec3<double>{0.1, 0.5, 0}) > 0.005);
    REQUIRE(scene.on->undo());
    CHECK(settings.settings().helpers[0].tail == vec3<double>{0.1, 0.5, 0});
}

TEST_CASE("a click at the skin places a helper with a spring there", "[view]") {
    held_stage scene;
    scene.open(fs::path(JOUNCE_DEMO_MODELS) / "heavy.glb", {}); // with a skin that can be hit
    scene.to.click = click_purpose::place_helper;
    scene.click({"", 3, 3});
    CHECK(scene.on->session().undo_count() == 0);
    scene.to.click = click_purpose::place_helper;
    scene.click(scene.at("bone:spine"));
    REQUIRE(scene.on->session().settings().helpers.size() == 1);
    CHECK(scene.on->session().undo_count() == 2);
    CHECK(scene.picked() == "helper1");
    CHECK(scene.to.click == click_purpose::pick);
    CHECK(scene.on->session().entry_of("helper1"));
    // From inside of the belly to its skin, which is in front.
    const helper_entry& bone = scene.on->session().settings().helpers[0];
    CHECK(bone.parent == "spine");
    CHECK(bone.tail.z > bone.head.z + 0.02);
    CHECK(bone.reach > 0.05);
}

TEST_CASE("a spring is seen with preset, own fields and curves", "[view]") {
    held_stage scene;
    const auto seen = look_at_spring(scene.on->session(), "tail1");
    REQUIRE(seen);
    CHECK(seen->preset == "tail");
    CHECK(seen->bones.size() == 4);
    CHECK(seen->whole.frequency == 1.5);
    CHECK(seen->own.frequency == 3); // the curve doubles the first bone
    CHECK(seen->usual.frequency == find_preset("tail")->tuning.frequency);
    CHECK(seen->overrides("frequency"));
    CHECK(!seen->overrides("drag"));
    CHECK(seen->has_own_curve("frequency"));
    CHECK(!look_at_spring(scene.on->session(), "hip"));
    CHECK(!look_at_spring(scene.on->session(), "nobody"));
}

TEST_CASE("sliders reach what people want, and every field has a place on its own", "[view]") {
    for (const tuning_field& field : tuning_fields()) {
        if (!field.is_number()) {
            continue;
        }
        double usual = 0;
        const spring_tuning defaults;
        visit_field(field, defaults, [&](const auto& value) {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
                usual = value;
            }
        });
        const slider_range range = slider_of(field, usual, usual);
        INFO(field.name);
        CHECK(range.least >= field.least);
        CHECK(range.most <= field.most);
        CHECK(range.least <= usual);
        CHECK(usual <= range.most);
        CHECK(range.most - range.least <= 1000);
    }
    CHECK(slider_of(*find_field("frequency"), 2, 900).most == 1800); // what it has is in reach
    CHECK(slider_value(2.41376) == 2.41);
    CHECK(slider_value(0.0123456) == 0.0123);
    CHECK(slider_value(-98765) == -98800);
    CHECK(slider_value(0) == 0);
}

TEST_CASE("every edit has a line that says what it did", "[view]") {
    CHECK(line_of(set_field{"tail1", "frequency", 2.5}) == "set frequency of tail1 to 2.5");
    CHECK(line_of(set_field{"tail1", "pinned", true, edit_scope::bone}) ==
          "set pinned of tail1 alone to true");
    CHECK(line_of(make_spring{"tail1", "tail", true}) ==
          "made the chain from tail1 springs, preset tail");
    CHECK(line_of(set_curve{"tail1", "drag", {{0, 2}, {1, 0.5}}}) ==
          "set curve of drag of tail1 to 0:2 1:0.5");
    CHECK(line_of(choose_preset{"tail1", ""}) == "chose preset none for tail1");
}
