#include "session_scene.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <sstream>

namespace jounce_test {

using namespace jounce;
using namespace jounce::editing;

std::string settings_by_hand() {
    return R"({
    "jounce_springs": 1,
    "springs": [
        {
            "preset": "tail",
            "chain": "tail1",
            "tuning": { "radius": 3e-2, "frequency": 1.50 },
            "curves": { "frequency": [[0, 2], [0.5, 1.2], [1, 1]] }
        },
        {"bones": ["head"], "preset": "ear"}
    ],
    "name": "Füchsin 狐",
    "colliders": [
        { "bone": "hip", "shape": "sphere", "a": [0, 0.10, 0], "radius": 0.12 },
        { "bone": "spine", "shape": "capsule", "groups": 3,
          "a": [-0.1, 0, 0], "b": [0.1, 0, 0], "radius": 0.1 }
    ]
}
)";
}

session_scene::session_scene(const std::string& settings_text)
    : model(swing_file().save(folder, "Füchsin.glb")), settings(folder.path() / "狐.json") {
    if (!settings_text.empty()) {
        write_text(settings, settings_text);
    }
}

edit_session session_scene::open() const {
    session_options options;
    options.settings = fs::exists(settings) ? settings : fs::path();
    result<edit_session> out = edit_session::open(model, options);
    INFO((out ? "" : out.error().message));
    REQUIRE(out);
    return *std::move(out);
}

std::vector<std::string> changed_lines(const std::string& before, const std::string& after) {
    const auto lines_of = [](const std::string& text) {
        std::vector<std::string> out;
        std::istringstream in(text);
        for (std::string line; std::getline(in, line);) {
            out.push_back(line);
        }
        return out;
    };
    const std::vector<std::string> a = lines_of(before), b = lines_of(after);
    std::vector<std::vector<int>> same(a.size() + 1, std::vector<int>(b.size() + 1, 0));
    for (std::size_t i = a.size(); i-- > 0;) {
        for (std::size_t j = b.size(); j-- > 0;) {
            same[i][j] =
                a[i] == b[j] ? same[i + 1][j + 1] + 1 : std::max(same[i + 1][j], same[i][j + 1]);
        }
    }
    std::vector<std::string> out;
    std::size_t i = 0, j = 0;
    while (i < a.size() || j < b.size()) {
        if (i < a.size() && j < b.size() && a[i] == b[j]) {
            ++i;
            ++j;
        } else if (j == b.size() || (i < a.size() && same[i + 1][j] >= same[i][j + 1])) {
            out.push_back("-" + a[i++]);
        } else {
            out.push_back("+" + b[j++]);
        }
    }
    return out;
}

applied_edit must(edit_session& session, const edit& what, std::uint64_t gesture) {
    result<applied_edit> done = session.apply(what, gesture);
    INFO(name_of(what) << ": " << (done ? "" : done.error().message));
    REQUIRE(done);
    return *std::move(done);
}

std::string refusal(edit_session& session, const edit& what) {
    const std::string before = session.text();
    const auto kind = session.character().kind.kind;
    const std::size_t steps = session.undo_count();
    const result<applied_edit> done = session.apply(what);
    INFO(name_of(what));
    REQUIRE_FALSE(done);
    CHECK_FALSE(done.error().message.empty());
    CHECK(session.text() == before);
    CHECK(session.character().kind.kind == kind);
    CHECK(session.undo_count() == steps);
    return done.error().name;
}

spring_tuning tuning_of(const edit_session& session, const std::string& bone) {
    const auto all = tunings_of(session.settings(), session.character().model.bones);
    REQUIRE(all);
    const auto found = std::ranges::find(*all, bone, &bone_tuning::bone);
    REQUIRE(found != all->end());
    return found->tuning;
}

} // namespace jounce_test
