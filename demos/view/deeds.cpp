#include "deeds.hpp"

#include <jounce/modules/tuning/tuning_check.hpp>

#include <cstdio>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>

namespace viewer {

using namespace jounce;
using namespace jounce::editing;

namespace {

std::string number(double value) { return number_text(value); }

struct value_words {
    std::string operator()(double value) const { return number(value); }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::uint32_t value) const { return std::to_string(value); }
    std::string operator()(const quat<double>& q) const {
        return "[" + number(q.x) + ", " + number(q.y) + ", " + number(q.z) + ", " + number(q.w) +
               "]";
    }
    std::string operator()(const std::string& value) const { return value; }
};

template <class Vector> std::string place_text(const Vector& v) {
    const auto text = [](auto part) {
        char out[32];
        std::snprintf(out, sizeof out, "%.4g", static_cast<double>(part));
        return std::string(out);
    };
    return "(" + text(v.x) + ", " + text(v.y) + ", " + text(v.z) + ")";
}

std::string body_text(const collider_entry& of) {
    constexpr const char* names[] = {"sphere", "capsule", "plane", "box"};
    char radius[32];
    std::snprintf(radius, sizeof radius, "%.4g", static_cast<double>(of.shape.radius));
    return std::string(names[static_cast<std::size_t>(of.shape.shape)]) + " on " + of.bone +
           " at " + place_text(of.shape.a) + " radius " + radius;
}

std::string helper_text(const helper_entry& of) {
    return of.name + " on " + of.parent + " from " + place_text(of.head) + " to " +
           place_text(of.tail);
}

struct lines {
    std::string operator()(const make_spring& e) const {
        return (e.chain ? "made the chain from " + e.bone + " springs"
                        : "made " + e.bone + " a spring") +
               (e.preset.empty() ? "" : ", preset " + e.preset);
    }
    std::string operator()(const remove_spring& e) const {
        return std::string("removed the ") + (e.chain ? "springs from " : "spring of ") + e.bone;
    }
    std::string operator()(const set_field& e) const {
        return "set " + e.field + " of " + e.bone +
               (e.scope == edit_scope::bone ? " alone to " : " to ") +
               std::visit(value_words{}, e.value);
    }
    std::string operator()(const clear_field& e) const {
        return "reset " + e.field + " of " + e.bone;
    }
    std::string operator()(const set_curve& e) const {
        std::string out = "set curve of " + e.field + " of " + e.bone + " to";
        for (const curve_key& key : e.keys) {
            out += " " + number(key.position) + ":" + number(key.factor);
        }
        return out;
    }
    std::string operator()(const clear_curve& e) const {
        return "reset curve of " + e.field + " of " + e.bone;
    }
    std::string operator()(const choose_preset& e) const {
        return "chose preset " + (e.preset.empty() ? "none" : e.preset) + " for " + e.bone;
    }
    std::string operator()(const add_collider& e) const {
        return "added collider: " + body_text(e.body);
    }
    std::string operator()(const change_collider& e) const {
        return "changed collider " + std::to_string(e.index) + ": " + body_text(e.body);
    }
    std::string operator()(const remove_collider& e) const {
        return "removed collider " + std::to_string(e.index);
    }
    std::string operator()(const add_helper& e) const {
        return "added helper " + helper_text(e.bone);
    }
    std::string operator()(const change_helper& e) const {
        return "changed helper " + helper_text(e.bone);
    }
    std::string operator()(const remove_helper& e) const { return "removed helper " + e.name; }
    std::string operator()(const set_name& e) const { return "set name to " + e.name; }
    std::string operator()(const set_unit& e) const {
        return "set metres per unit to " + optional(e.metres_per_unit);
    }
    std::string operator()(const set_tick_rate& e) const {
        return "set tick rate to " + optional(e.hertz);
    }
    std::string operator()(const set_chains_collide& e) const {
        return std::string("set chains collide to ") + (e.collide ? "true" : "false");
    }
    std::string operator()(const set_tissue_tier& e) const {
        constexpr const char* names[] = {"linear", "nonlinear", "newton", "two_way"};
        return std::string("set tier of flesh to ") + names[static_cast<std::size_t>(e.tier)];
    }
    std::string operator()(const set_tissue_weight& e) const {
        return "set weight of flesh to " + number(e.weight);
    }

    static std::string optional(const std::optional<double>& value) {
        return value ? number(*value) : "usual";
    }
};

/// The gesture that runs. There is one person at one window.
struct running_gesture {
    std::uint64_t number = 0;
    std::string line;
};
running_gesture& running() {
    static running_gesture one;
    return one;
}

/// Says what was done, or why not.
void tell(stage& on, bool done, const std::string& line) {
    deeds::end_gesture();
    deeds::say(done ? line : "refused: " + on.message());
}

} // namespace

std::string line_of(const edit& what) { return std::visit(lines{}, what); }

std::uint64_t deeds::new_gesture() {
    static std::uint64_t last = 0;
    return ++last;
}

bool deeds::make(stage& on, const edit& what, std::uint64_t gesture) {
    if (gesture == 0 || gesture != running().number) {
        end_gesture();
    }
    if (!on.make(what, gesture)) {
        if (gesture == 0) {
            say("refused: " + on.message());
        } else {
            running() = {gesture, "refused: " + on.message()};
        }
        return false;
    }
    if (gesture == 0) {
        say(line_of(what));
    } else {
        running() = {gesture, line_of(what)};
    }
    return true;
}

void deeds::end_gesture() {
    if (!running().line.empty()) {
        say(running().line);
    }
    running() = {};
}

void deeds::undo(stage& on) {
    const std::string name(on.session().undo_name());
    tell(on, on.undo(), "undid " + name);
}

void deeds::redo(stage& on) {
    const std::string name(on.session().redo_name());
    tell(on, on.redo(), "did again " + name);
}

void deeds::save(stage& on) {
    const bool done = on.save();
    const std::string file = on.session().settings_file().string();
    tell(on, done, "saved to " + (file.empty() ? "the model" : file));
}

void deeds::save_as(stage& on, const std::string& file) {
    tell(on, on.save_as(file), "saved to " + file);
}

void deeds::save_into_model(stage& on) { tell(on, on.save_into_model(), "saved to the model"); }

void deeds::take_theirs(stage& on) { tell(on, on.take_theirs(), "took the version on disk"); }

void deeds::keep_mine(stage& on) {
    on.keep_mine();
    tell(on, true, "kept the version here");
}

void deeds::say(const std::string& line) {
    std::printf("%s\n", line.c_str());
    std::fflush(stdout); // scripts wait for it
}

} // namespace viewer
