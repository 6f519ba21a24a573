#include <jounce/modules/dev/plot/stacked_bars.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <limits>
#include <string>

namespace stacked_bars_test {

using namespace jounce;

namespace {

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t out = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
        ++out;
    }
    return out;
}

} // namespace

TEST_CASE("parts stand on each other and have the heights of their values", "[plot]") {
    plot::stacked_bars chart;
    chart.title = "a & b";
    chart.bars = {"one", "<two>"};
    chart.parts = {{"fk", {1, 2}}, {"tick", {3, std::numeric_limits<double>::quiet_NaN()}}};
    const std::string svg = to_svg(chart);
    // The field is 300 high from 78, the highest bar of 4 takes it but for 8 %: one is 69.4 pixels.
    // Bars have 395 pixels each, of which 62 % are drawn.
    CHECK(svg.find("x=\"145.1\" y=\"308.6\" width=\"244.9\" height=\"69.4\"") != std::string::npos);
    CHECK(svg.find("x=\"145.1\" y=\"100.2\" width=\"244.9\" height=\"208.3\"") !=
          std::string::npos);
    CHECK(svg.find("y=\"239.1\" width=\"244.9\" height=\"138.9\"") != std::string::npos);
    CHECK(count(svg, "<rect") == 3 + 2); // what is not a number is no part; two of the legend
    CHECK(svg.find(">4.00<") != std::string::npos);
    CHECK(svg.find(">2.00<") != std::string::npos);
    CHECK(svg.find("a &amp; b") != std::string::npos);
    CHECK(svg.find(">&lt;two&gt;<") != std::string::npos);
    CHECK(count(svg, "<g") == count(svg, "</g>"));
    CHECK(svg.find("nan") == std::string::npos);
}

TEST_CASE("a chart without bars or values is a chart still", "[plot]") {
    plot::stacked_bars chart;
    CHECK(to_svg(chart).ends_with("</svg>\n"));
    chart.bars = {"none"};
    chart.parts = {{"nothing", {}}};
    const std::string svg = to_svg(chart);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("inf") == std::string::npos);
}

} // namespace stacked_bars_test
