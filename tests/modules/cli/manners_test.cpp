// What every command does: version, near words, failed output, files that must not be replaced.

#include "modules/bake/swing_file.hpp"
#include "modules/dev/replay/run_program.hpp"
#include "support/places.hpp"

#include <jounce/components/base/version.hpp>

#include <catch2/catch_test_macros.hpp>

#include <sys/stat.h>

namespace manners_test {

using namespace jounce_test;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// A shell line with the program and a folder of its own; for what `run_program` cannot say.
program_outcome run_line(const std::string& before, const std::string& words,
                         const std::string& out) {
    const temporary_folder folder;
    const fs::path err = folder.path() / "err";
    const std::string line = before + " '" + jounce_test::jounce_program() + "' " + words + " " +
                             out + " 2>" + err.string();
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, "", read_text(err)};
}

const std::vector<std::string> commands = {"bench",  "bind",     "inspect", "plot",
                                           "replay", "simulate", "suggest"};

} // namespace

TEST_CASE("every command says which version it is", "[cli]") {
    const program_outcome alone = run_program({"--version"});
    CHECK(alone.code == 0);
    CHECK(alone.out.rfind("jounce " + std::string(jounce::library_version()) + "\n", 0) == 0);
    CHECK(has(alone.out, "ECS: "));
    CHECK(has(alone.out, "instruction sets: "));
    CHECK(has(alone.out, "built with: "));
    for (const std::string& command : commands) {
        INFO(command);
        const program_outcome same = run_program({command, "--version"});
        CHECK(same.code == 0);
        CHECK(same.out == alone.out);
        CHECK(has(run_program({command, "--help"}).out, "--version"));
    }
}

TEST_CASE("what is nearly a word of the program is suggested", "[cli][bad-input]") {
    const auto refused = [](const std::vector<std::string>& words) {
        const program_outcome done = run_program(words);
        CHECK(done.code == 2);
        CHECK(done.out.empty());
        CHECK(lines(done.err) == 1);
        CHECK(has(done.err, "--help"));
        return done.err;
    };
    CHECK(has(refused({"simualte"}), "did you mean \"simulate\"?"));
    CHECK(has(refused({"sim"}), "did you mean \"simulate\"?"));
    CHECK(has(refused({"inspct", "x.glb"}), "did you mean \"inspect\"?"));
    CHECK(has(refused({"--verison"}), "did you mean \"--version\"?"));
    CHECK_FALSE(has(refused({"frobnicate"}), "did you mean"));
    CHECK(
        has(refused({"simulate", "x.glb", "--sprigns", "s.json"}), "did you mean \"--springs\"?"));
    CHECK(has(refused({"simulate", "x.glb", "--fsp", "30"}), "did you mean \"--fps\"?"));
    CHECK(has(refused({"simulate", "x.glb", "--tol=1"}), "did you mean \"--tolerance\"?"));
    CHECK(has(refused({"inspect", "x.glb", "-json"}), "did you mean \"--json\"?"));
    CHECK(has(refused({"bench", "--thread", "2"}), "did you mean \"--threads\"?"));
    CHECK_FALSE(has(refused({"replay", "x", "--weather", "wet"}), "did you mean"));
    CHECK_FALSE(has(refused({"replay", "x", "-z"}), "did you mean"));
}

TEST_CASE("what cannot be printed is an error", "[cli][bad-input]") {
    if (!fs::is_character_file("/dev/full")) {
        SKIP("there is no /dev/full");
    }
    const temporary_folder folder;
    const std::string in = "'" + swing_file().save(folder).string() + "'";
    const std::string settings = "'" + (folder.path() / "s.json").string() + "'";
    const std::string single = "'" + (synthetic_folder() / "single_swing").string() + "'";
    std::vector<std::string> all = {
        "--help",
        "--version",
        "inspect " + in,
        "inspect " + in + " --json",
        "inspect " + in + " --dot",
        "suggest " + in + " -o " + settings,
        "simulate " + in + " -o '" + (folder.path() / "o.glb").string() + "'",
        "replay " + single,
        "replay " + single + " --json",
        "plot " + single + " -o '" + (folder.path() / "o.svg").string() + "'",
        "bench --characters 8 --bones 4 --springs 1 --frames 2",
    };
    for (const std::string& command : commands) {
        all.push_back(command + " --help");
    }
    for (const std::string& words : all) {
        INFO(words);
        const program_outcome full = run_line("", words, ">/dev/full");
        INFO(full.err);
        CHECK(full.code == 1);
        CHECK(has(full.err, "standard output could not be written"));
    }
    const program_outcome closed = run_line("", "--version", ">&-");
    CHECK(closed.code == 1);
    CHECK(has(closed.err, "standard output could not be written"));
    // A mistake stays one.
    CHECK(run_line("", "inspect no/such.glb", ">/dev/full").code == 2);
}

TEST_CASE("what is printed never gets into a file", "[cli]") {
    const temporary_folder folder;
    const std::string in = swing_file().save(folder).string();
    const fs::path out = folder.path() / "o.csv";
    const program_outcome done =
        run_line("", "simulate '" + in + "' --clip sway -o '" + out.string() + "'", ">&- <&-");
    CHECK(done.code == 1);
    CHECK(read_text(out).rfind("clip,frame", 0) == 0);
    CHECK_FALSE(has(read_text(out), "spring bones"));
}

TEST_CASE("every command writes through links and devices", "[cli]") {
    const temporary_folder folder;
    const std::string in = swing_file().save(folder).string();
    const std::string single = (synthetic_folder() / "single_swing").string();
    const fs::path null = folder.path() / "null"; // a link: /dev itself is not put at risk
    fs::create_symlink("/dev/null", null);
    const auto written = [&](const std::vector<std::string>& words) {
        const program_outcome done = run_program(words);
        INFO(words.front() << ": " << done.err);
        CHECK(done.code == 0);
        CHECK(fs::is_symlink(null));
    };
    written({"simulate", in, "-o", null.string()});
    written({"suggest", in, "-o", null.string()});
    written({"plot", single, "-o", null.string()});
    written({"bench", "--characters", "8", "--bones", "4", "--springs", "1", "--frames", "20",
             "--trace", null.string()});
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("no command writes over what it cannot have meant", "[cli][bad-input]") {
    const temporary_folder folder;
    const fs::path in = swing_file().save(folder);
    const std::string before = read_text(in);
    const std::string single = (synthetic_folder() / "single_swing").string();
    const auto refused = [&](const std::vector<std::string>& words, const std::string& says) {
        const program_outcome done = run_program(words);
        INFO(words.front() << ": " << done.err);
        CHECK(done.code == 2);
        CHECK(lines(done.err) == 1);
        CHECK(has(done.err, says));
        CHECK(read_text(in) == before);
    };
    refused({"suggest", in.string(), "-o", in.string()}, "ends in .json");
    refused({"plot", single, "-o", in.string()}, "ends in .svg");
    refused({"bench", "--characters", "8", "--frames", "2", "--trace", in.string()},
            "ends in .json");
    refused({"simulate", in.string(), "-o", (folder.path() / "x.fbx").string()}, ".csv and .npy");
    refused({"bench", "--sweep", "levels", "-o", in.string()}, "cannot be made a folder");
}

TEST_CASE("a file that cannot grow is an error, and nothing is left", "[cli]") {
    const temporary_folder folder;
    const temporary_folder place;
    const std::string in = swing_file().save(folder).string();
    const program_outcome done =
        run_line("ulimit -f 4;", "simulate '" + in + "' -o '" + place.path().string() + "/o.csv'",
                 ">/dev/null");
    CHECK(done.code == 2);
    CHECK(has(done.err, "cannot be written"));
    CHECK(fs::is_empty(place.path()));
}

} // namespace manners_test
