// A baked file says so, and baking it again starts from what it was.

#include "swing_file.hpp"

#include "support/packed_gltf.hpp"

#include <jounce/components/base/version.hpp>
#include <jounce/modules/authoring/baked_clips.hpp>
#include <jounce/modules/authoring/spring_source.hpp>
#include <jounce/modules/bake/bake_file.hpp>
#include <jounce/modules/bake/bake_mark.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>

using namespace jounce;
using namespace jounce_test;

namespace {

/// A folder where one file is baked into the next.
struct workshop {
    temporary_folder folder;
    bake::bake_options options;

    explicit workshop(const std::string& settings = tail_settings()) {
        options.springs = folder.path() / "springs.json";
        write_text(options.springs, settings);
    }
    result<bake::bake_report> try_bake(const fs::path& in, const std::string& out) {
        options.in = in;
        options.out = folder.path() / out;
        return bake::bake_file(options);
    }
    bake::bake_report bake(const fs::path& in, const std::string& out) {
        const auto done = try_bake(in, out);
        INFO((done ? "" : done.error().message));
        REQUIRE(done);
        return *done;
    }
    std::string bytes(const std::string& name) const { return read_text(folder.path() / name); }
    swing_file file(const std::string& name) const { return take_apart(bytes(name)); }
    fs::path path(const std::string& name) const { return folder.path() / name; }
    fs::path save(const swing_file& model, const std::string& name) const {
        return model.save(folder, name);
    }
};

bool says(const std::vector<std::string>& all, const std::string& text) {
    return std::any_of(all.begin(), all.end(),
                       [&](const std::string& one) { return one.find(text) != std::string::npos; });
}

nlohmann::ordered_json& mark_of(swing_file& file, std::size_t animation) {
    return file.json["animations"][animation]["extras"]["jounce_baked"];
}

} // namespace

TEST_CASE("a baked clip says what was baked into it", "[bake][mark]") {
    workshop shop;
    shop.bake(shop.save({}, "in.glb"), "out.glb");
    swing_file after = shop.file("out.glb");
    const auto& mark = mark_of(after, 0);
    REQUIRE(mark.size() == 1);
    CHECK(mark[0]["generator"] == "jounce " + std::string(library_version()));
    CHECK(mark[0]["springs"] == nlohmann::ordered_json({"tail1", "tail2", "tail3", "tail4"}));
    CHECK(mark[0]["solver"] == "stable");
    CHECK(mark[0]["fps"] == 60.0);
    CHECK(mark[0]["loop"] == false);
    REQUIRE(mark[0]["tracks"].size() == 4);
    CHECK_FALSE(mark[0]["tracks"][0].contains("before"));
    CHECK(mark[0]["tracks"][1]["node"] == 3); // which the clip animates, too
    const swing_file before;
    CHECK(mark[0]["tracks"][1]["before"]["sampler"] == before.json["animations"][0]["samplers"][3]);
    CHECK(authoring::baked_clips(after.json.dump()) == std::vector<std::string>{"sway", "step"});
    CHECK(authoring::baked_clips(before.json.dump()).empty());
}

TEST_CASE("baking a baked file again gives the same file", "[bake][mark]") {
    const bool loop = GENERATE(false, true);
    workshop shop;
    shop.options.record.loop = loop;
    const bake::bake_report first = shop.bake(shop.save({}, "in.glb"), "once.glb");
    const bake::bake_report again = shop.bake(shop.path("once.glb"), "twice.glb");
    CHECK(shop.bytes("twice.glb") == shop.bytes("once.glb"));
    CHECK(again.clips[0].max_swing == first.clips[0].max_swing);
    CHECK_FALSE(says(first.warnings, "baked into it before"));
    CHECK(says(again.warnings,
               "clip \"sway\": the springs that were baked into it before (4 bones)"));
}

TEST_CASE("baking a baked compressed file again gives the same file", "[bake][mark][packed]") {
    for (const test::packed_gltf_file& one : test::packed_gltf_files()) {
        if (one.same_as == "rigid.glb") {
            continue; // two of its bones are called tip
        }
        INFO(one.file.name);
        workshop shop(
            R"({"jounce_springs": 1, "springs": [{"chain": "middle", "preset": "tail"}]})");
        const fs::path in = shop.path("in.glb");
        write_text(in, one.file.bytes);
        shop.bake(in, "once.glb");
        const bake::bake_report again = shop.bake(shop.path("once.glb"), "twice.glb");
        CHECK(says(again.warnings, "baked into it before"));
        CHECK(shop.bytes("twice.glb") == shop.bytes("once.glb"));
    }
}

TEST_CASE("other settings replace the springs of the bake before", "[bake][mark]") {
    const std::string other = tail_settings(R"("preset": "tail", "tuning": {"frequency": 4})");
    workshop shop;
    const fs::path in = shop.save({}, "in.glb");
    shop.bake(in, "once.glb");
    write_text(shop.options.springs, other);
    shop.bake(shop.path("once.glb"), "twice.glb");
    shop.bake(in, "fresh.glb");
    CHECK(shop.bytes("twice.glb") == shop.bytes("fresh.glb"));
    CHECK(shop.bytes("twice.glb") != shop.bytes("once.glb"));
}

TEST_CASE("tables of a baked file have its springs once", "[bake][mark]") {
    workshop shop;
    const fs::path in = shop.save({}, "in.glb");
    shop.bake(in, "once.glb");
    shop.bake(in, "fresh.csv");
    shop.bake(shop.path("once.glb"), "again.csv");
    CHECK(shop.bytes("again.csv") == shop.bytes("fresh.csv"));
}

TEST_CASE("only the clips that are baked are taken back", "[bake][mark]") {
    workshop shop;
    shop.bake(shop.save({}, "in.glb"), "once.glb");
    shop.options.clip = "step";
    shop.options.record.fps = 30;
    shop.bake(shop.path("once.glb"), "twice.glb");
    const swing_file once = shop.file("once.glb");
    const swing_file twice = shop.file("twice.glb");
    CHECK(twice.json["animations"][0] == once.json["animations"][0]);
    CHECK(twice.json["animations"][1]["extras"]["jounce_baked"].size() == 1);
    CHECK(twice.json["animations"][1]["extras"]["jounce_baked"][0]["fps"] == 30.0);
}

TEST_CASE("the clip of a model without clips is baked anew", "[bake][mark]") {
    const std::string clip = GENERATE(std::string(), std::string("jounce"));
    swing_file model;
    model.json.erase("animations");
    workshop shop(tail_settings(R"("tuning": {"gravity": 1})"));
    shop.bake(shop.save(model, "in.glb"), "once.glb");
    shop.options.clip = clip;
    shop.bake(shop.path("once.glb"), "twice.glb");
    CHECK(shop.bytes("twice.glb") == shop.bytes("once.glb"));
    CHECK(shop.file("twice.glb").json["animations"].size() == 1);
}

TEST_CASE("springs of other bones can be added to a bake", "[bake][mark]") {
    workshop shop(R"({"jounce_springs": 1, "springs": [{"bones": ["tail4"], "preset": "tail"}]})");
    shop.options.keep_baked = true;
    const fs::path in = shop.save({}, "in.glb");
    shop.bake(in, "once.glb");
    write_text(shop.options.springs,
               R"({"jounce_springs": 1, "springs": [{"bones": ["head"], "preset": "tail"}]})");
    shop.bake(shop.path("once.glb"), "twice.glb");
    swing_file twice = shop.file("twice.glb");
    CHECK(mark_of(twice, 0).size() == 2);
    const auto same = shop.try_bake(shop.path("twice.glb"), "thrice.glb");
    REQUIRE_FALSE(same);
    CHECK(same.error().name == "baked_already");
    CHECK(same.error().message.find("\"head\"") != std::string::npos);
    CHECK_FALSE(fs::exists(shop.path("thrice.glb")));
    // Taken back, newest first, it is what it was.
    shop.options.keep_baked = false;
    shop.bake(shop.path("twice.glb"), "head.glb");
    shop.bake(in, "fresh.glb");
    CHECK(shop.bytes("head.glb") == shop.bytes("fresh.glb"));
}

TEST_CASE("a bake that was changed since is refused", "[bake][mark][bad-input]") {
    workshop shop;
    shop.bake(shop.save({}, "in.glb"), "once.glb");
    swing_file model = shop.file("once.glb");
    auto& animation = model.json["animations"][0];
    auto& tracks = mark_of(model, 0)[0]["tracks"];
    std::string why;
    SECTION("a track has gone") {
        animation["channels"].erase(animation["channels"].size() - 1);
        why = "no track any more";
    }
    SECTION("a track is another") {
        model.binary[model.binary.size() - 10] ^= 1; // of the second clip
        why = "another track than was written";
    }
    SECTION("a tool has numbered accessors anew") {
        tracks[1]["before"]["sampler"]["output"] = 0;
        why = "not in the file any more";
    }
    SECTION("an accessor that does not exist") {
        tracks[1]["before"]["sampler"]["output"] = 4000000000U;
        why = "not in the file any more";
    }
    SECTION("a node that does not exist") {
        tracks[1]["node"] = 4000000000U;
        why = "no track any more";
    }
    SECTION("numbers of another kind") {
        tracks[1]["node"] = -3;
        why = "no track any more";
    }
    SECTION("a mark of a newer version") {
        mark_of(model, 0)[0]["format"] = 2;
        why = "another version";
    }
    SECTION("no list") {
        mark_of(model, 0) = "yes";
        why = "damaged";
    }
    SECTION("a list of anything") {
        mark_of(model, 0) = {1, nullptr, "x"};
        why = "another version";
    }
    const auto refused = shop.try_bake(shop.save(model, "changed.glb"), "twice.glb");
    REQUIRE_FALSE(refused);
    INFO(refused.error().message);
    CHECK(refused.error().name == "baked_already");
    CHECK(refused.error().message.find(why) != std::string::npos);
    CHECK(refused.error().message.find("bake the file that it was baked from") !=
          std::string::npos);
    CHECK_FALSE(fs::exists(shop.path("twice.glb")));
}

TEST_CASE("a mark in extras that are no object keeps them", "[bake][mark]") {
    swing_file model;
    model.json["animations"][0]["extras"] = "by hand";
    model.json["animations"][1]["extras"]["mine"] = 3;
    workshop shop;
    shop.bake(shop.save(model, "in.glb"), "once.glb");
    swing_file once = shop.file("once.glb");
    CHECK(mark_of(once, 0)[0]["extras_before"] == "by hand");
    CHECK(once.json["animations"][1]["extras"]["mine"] == 3);
    shop.bake(shop.path("once.glb"), "twice.glb");
    CHECK(shop.bytes("twice.glb") == shop.bytes("once.glb"));
}

TEST_CASE("helpers that are in a file are not added twice", "[bake][mark]") {
    workshop shop(
        R"({"jounce_springs": 1, "helpers": [{"name": "fat", "parent": "hip", "head": [0, 1, 0],
            "tail": [0, 1, 0.2]}], "springs": [{"bones": ["fat"], "preset": "belly"}]})");
    shop.bake(shop.save({}, "in.glb"), "once.glb");
    const auto refused = shop.try_bake(shop.path("once.glb"), "twice.glb");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().name == "baked_already");
    CHECK(refused.error().message.find("\"fat\" from a bake before") != std::string::npos);
    // The bone is there, so springs can be given to it.
    write_text(shop.options.springs,
               R"({"jounce_springs": 1, "springs": [{"bones": ["fat"], "preset": "belly"}]})");
    const bake::bake_report again = shop.bake(shop.path("once.glb"), "twice.glb");
    CHECK(again.clips[0].moved == std::vector<std::string>{"fat"});
}

TEST_CASE("programs that load a baked file are told", "[bake][mark]") {
    workshop shop;
    shop.bake(shop.save({}, "in.glb"), "once.glb");
    const auto model = gltf::read_model(shop.path("once.glb"));
    REQUIRE(model);
    const auto source = authoring::find_springs(*model, shop.options.springs);
    REQUIRE(source);
    CHECK(says(source->warnings, "clip \"sway\" has springs baked in already"));
}
