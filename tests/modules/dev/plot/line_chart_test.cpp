#include <jounce/modules/dev/plot/line_chart.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <limits>
#include <string>

using namespace jounce;

namespace {

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t out = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
        ++out;
    }
    return out;
}

plot::line_chart two_points() {
    plot::line_chart chart;
    chart.title = "a title";
    chart.x_label = "time, s";
    chart.y_label = "way, m";
    chart.x_most = 10;
    chart.panels = {{"panel", {{"curve", 0, 10, {0, 1}}}, 0, 1}};
    return chart;
}

} // namespace

TEST_CASE("a curve goes from corner to corner of its panel", "[plot]") {
    const std::string svg = to_svg(two_points());
    // The panel is 790 wide and 190 high, at 70, 88.
    CHECK(count(svg, "points=\"70.0,278.0 860.0,88.0\"") == 1);
    CHECK(svg.find(">way, m<") != std::string::npos);
    CHECK(svg.find(">time, s<") != std::string::npos);
    CHECK(svg.find(">curve<") != std::string::npos);
    CHECK(svg.find(">0.5<") == std::string::npos); // the axis has steps of 0.2 here
    CHECK(svg.find(">0.4<") != std::string::npos);
}

TEST_CASE("text is escaped and elements are closed", "[plot]") {
    plot::line_chart chart = two_points();
    chart.title = "a<b> & \"c\"\x01";
    const std::string svg = to_svg(chart);
    CHECK(svg.find("a&lt;b&gt; &amp; &quot;c&quot; ") != std::string::npos);
    CHECK(svg.find("<b>") == std::string::npos);
    CHECK(count(svg, "<g") == count(svg, "</g>"));
    CHECK(count(svg, "<text") == count(svg, "</text>"));
    CHECK(svg.find("script") == std::string::npos);
}

TEST_CASE("a curve is interrupted where it has no number", "[plot]") {
    plot::line_chart chart = two_points();
    const double none = std::numeric_limits<double>::quiet_NaN();
    chart.panels[0].curves[0] = {"curve", 0, 1, {0, 1, none, 1, 0, 1e300, 0}};
    const std::string svg = to_svg(chart);
    CHECK(count(svg, "<polyline") == 2);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("e+") == std::string::npos);
}

TEST_CASE("what lies outside of the x axis is left out", "[plot]") {
    plot::line_chart chart = two_points();
    chart.panels[0].curves[0] = {"curve", -5, 5, {0, 0, 1, 0, 1, 1}};
    CHECK(to_svg(chart).find("points=\"70.0,278.0 465.0,88.0 860.0,278.0\"") != std::string::npos);
}
