#include <jounce/modules/tuning/tuning_check.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <set>

using namespace jounce;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Ranges written down a second time, so that a change of the table is a decision.
struct range {
    const char* name;
    double spring_tuning::*place;
    double least;
    double most;
};
constexpr range ranges[] = {{"frequency", &spring_tuning::frequency, 0, 1e8},
                            {"damping_ratio", &spring_tuning::damping_ratio, 0, 1e9},
                            {"axial_frequency", &spring_tuning::axial_frequency, 0, 1e8},
                            {"axial_damping_ratio", &spring_tuning::axial_damping_ratio, 0, 1e9},
                            {"drag", &spring_tuning::drag, 0, 1e12},
                            {"gravity", &spring_tuning::gravity, -100, 100},
                            {"mass", &spring_tuning::mass, 1e-9, 1e9},
                            {"inherit", &spring_tuning::inherit, 0, 1},
                            {"hook", &spring_tuning::hook, 0, 1},
                            {"weight", &spring_tuning::weight, 0, 1},
                            {"max_speed", &spring_tuning::max_speed, 1e-6, 1e6},
                            {"min_stretch", &spring_tuning::min_stretch, 0, 1},
                            {"max_stretch", &spring_tuning::max_stretch, 1, 1000},
                            {"radius", &spring_tuning::radius, 0, 1e6},
                            {"friction", &spring_tuning::friction, 0, 1}};

void expect_wrong(const spring_tuning& tuning, const std::string& name) {
    const std::optional<error> wrong = check_tuning("bone \"tail\"", tuning);
    INFO(name);
    REQUIRE(wrong);
    INFO(wrong->message);
    CHECK(wrong->name == "bad_setting");
    CHECK(wrong->message.find("bone \"tail\": " + name + " is ") == 0);
    CHECK(wrong->message.find(" must be from ") != std::string::npos);
}

} // namespace

TEST_CASE("the defaults are legal", "[tuning]") { CHECK_FALSE(check_tuning("x", {})); }

TEST_CASE("every number is held to its range", "[tuning][bad-input]") {
    for (const range& r : ranges) {
        spring_tuning tuning;
        for (const double good : {r.least, r.most}) {
            tuning.*r.place = good;
            INFO(r.name);
            CHECK_FALSE(check_tuning("x", tuning));
        }
        for (const double bad : {std::nextafter(r.least, -inf), std::nextafter(r.most, inf),
                                 not_a_number, inf, -inf}) {
            tuning.*r.place = bad;
            expect_wrong(tuning, r.name);
        }
    }
}

TEST_CASE("limits are held to their range", "[tuning][bad-input]") {
    using angle = std::pair<const char*, double limit_tuning::*>;
    for (const auto& [name, place] :
         {angle{"limit_angle", &limit_tuning::angle}, angle{"limit_pitch", &limit_tuning::pitch},
          angle{"limit_yaw", &limit_tuning::yaw}}) {
        for (const double bad : {-1e-9, std::nextafter(std::numbers::pi, 4.0), not_a_number, inf}) {
            spring_tuning tuning;
            tuning.limit.*place = bad;
            expect_wrong(tuning, name);
        }
    }
    for (const quat<double>& bad : {quat<double>{0, 0, 0, 0},
                                    {0, not_a_number, 0, 1},
                                    {0, 0, inf, 1},
                                    {1e300, 1e300, 0, 0},
                                    {0, 0, 0, 1e-7}}) {
        spring_tuning tuning;
        tuning.limit.centre = bad;
        expect_wrong(tuning, "limit_centre");
    }
    spring_tuning tuning;
    tuning.limit.centre = {0, 0, 3, 4};
    CHECK_FALSE(check_tuning("x", tuning));
}

TEST_CASE("values that no enumeration has are refused", "[tuning][bad-input]") {
    spring_tuning tuning;
    tuning.limit.shape = static_cast<limit_shape>(4);
    expect_wrong(tuning, "limit_shape");
    tuning = {};
    tuning.output = static_cast<spring_transform>(2);
    expect_wrong(tuning, "output");
}

TEST_CASE("messages say where, what and what is allowed", "[tuning][bad-input]") {
    spring_tuning tuning;
    tuning.hook = 1.5;
    const std::optional<error> wrong = check_tuning("bone \"tail\"", tuning);
    REQUIRE(wrong);
    CHECK(wrong->message == "bone \"tail\": hook is 1.5, it must be from 0 up to 1");
}

TEST_CASE("the list of fields has each of them once", "[tuning]") {
    std::set<std::string_view> names;
    spring_tuning tuning;
    std::set<const void*> places;
    for (const tuning_field& field : tuning_fields()) {
        names.insert(field.name);
        visit_field(field, tuning, [&](auto& value) { places.insert(&value); });
        CHECK(find_field(field.name) == &field);
    }
    CHECK(names.size() == tuning_fields().size());
    CHECK(places.size() == tuning_fields().size());
    // A field that is added to the structs must be added to the list: 20 in the one, beside the
    // limit, and 5 in the other.
    CHECK(tuning_fields().size() == 25);
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, limit, o, p, q, r, s, t] = tuning;
    const auto& [shape, angle, pitch, yaw, centre] = limit;
    CHECK(places.contains(&t));
    CHECK(places.contains(&centre));
    CHECK(find_field("limit") == nullptr);
    CHECK(find_field("") == nullptr);
}
