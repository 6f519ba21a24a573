#pragma once

#include <string>
#include <vector>

namespace jounce::plot {

/// A curve whose values are evenly spaced in x. Values that are not finite interrupt it.
struct series {
    std::string label;
    double first_x = 0;
    double step_x = 1;
    std::vector<double> values;
};

/// One of the panels that stand below each other. All have the same x axis, each its own y axis.
struct panel {
    std::string title;
    std::vector<series> curves;
    double y_least = 0;
    double y_most = 1;
};

/// A line at one x, across all panels.
struct mark {
    double x = 0;
    std::string label;
};

struct line_chart {
    std::string title;
    std::string x_label; ///< with its unit
    std::string y_label;
    double x_least = 0;
    double x_most = 1;
    std::vector<panel> panels; ///< the n-th curve of each has the n-th entry of the legend
    std::vector<mark> marks;
};

/// The chart as SVG: no scripts, nothing from elsewhere, no background of its own, and colours that
/// can be read on white and on black. Coordinates have one decimal, so that the same numbers up to
/// rounding give the same text. Earlier curves are drawn wider and below later ones, so that curves
/// that agree are all seen.
std::string to_svg(const line_chart& chart);

} // namespace jounce::plot
