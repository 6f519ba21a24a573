#include <jounce/modules/dev/plot/line_chart.hpp>

#include <jounce/modules/dev/plot/svg_parts.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace jounce::plot {
namespace {

// Pixels.
constexpr double width = 880;
constexpr double left = 70;
constexpr double right = 20;
constexpr double top = 88;
constexpr double panel_height = 190;
constexpr double panel_gap = 46;
constexpr double bottom = 52;

constexpr std::array<double, 6> widths = {5.5, 3.4, 2, 1.1, 1, 0.9};

/// From data to pixels.
struct axes {
    double x_least, x_most, y_least, y_most;
    double y_top;

    double x(double value) const {
        return left + (value - x_least) / (x_most - x_least) * (width - left - right);
    }
    double y(double value) const {
        return y_top + (y_most - value) / (y_most - y_least) * panel_height;
    }
};

std::string grid(const axes& at, const line_chart& chart, bool is_last) {
    const std::string grey =
        "stroke=\"" + std::string(ink) + "\" "; // not of a group: text would have it
    std::string out;
    const double y_step = nice_step(at.y_most - at.y_least, 5);
    for (double k = std::ceil(at.y_least / y_step - 1e-9); k * y_step <= at.y_most * 1.000001;
         ++k) {
        const double y = at.y(k * y_step);
        out += line(left, y, width - right, y, grey + "stroke-opacity=\"0.3\"");
        out += text_at(left - 8, y + 4, "end", 12, number(k * y_step, decimals_for(y_step)));
    }
    const double x_step = nice_step(at.x_most - at.x_least, 9);
    const double foot = at.y_top + panel_height;
    for (double k = std::ceil(at.x_least / x_step - 1e-9); k * x_step <= at.x_most + 1e-6 * x_step;
         ++k) {
        const double x = at.x(k * x_step);
        out += line(x, at.y_top, x, foot, grey + "stroke-opacity=\"0.15\"");
        out += line(x, foot, x, foot + 5, grey + "stroke-opacity=\"1\"");
        if (is_last) {
            out += text_at(x, foot + 19, "middle", 12, number(k * x_step, decimals_for(x_step)));
        }
    }
    out += line(left, at.y_top, left, foot, grey + "stroke-opacity=\"1\"");
    out += line(left, foot, width - right, foot, grey + "stroke-opacity=\"1\"");
    for (const mark& one : chart.marks) {
        const double x = at.x(one.x);
        out += line(x, at.y_top, x, foot, grey + "stroke-opacity=\"0.9\" stroke-dasharray=\"4 4\"");
        out += text_at(x + 5, at.y_top + 12, "start", 12, one.label);
    }
    const double middle = at.y_top + panel_height / 2;
    out += text_at(18, middle, "middle", 12, chart.y_label,
                   " transform=\"rotate(-90 18 " + number(middle) + ")\"");
    return out;
}

std::string curve_style(std::size_t n) {
    return "stroke=\"" + std::string(hues[n % hues.size()]) + "\" stroke-width=\"" +
           number(widths[std::min(n, widths.size() - 1)]) + "\"";
}

std::string curve(const axes& at, const series& from, std::size_t n) {
    // More points than about one per pixel only make the file longer.
    const double pixels = at.x(at.x_least + from.step_x) - at.x(at.x_least);
    const std::size_t stride =
        static_cast<std::size_t>(std::max(1.0, std::round(1 / std::max(pixels, 1e-6))));
    std::string out;
    std::string points;
    const auto end_line = [&] {
        if (!points.empty()) {
            points.pop_back();
            out += "<polyline " + curve_style(n) + " points=\"" + points + "\"/>\n";
            points.clear();
        }
    };
    for (std::size_t i = 0; i < from.values.size(); i += stride) {
        const double x = from.first_x + static_cast<double>(i) * from.step_x;
        if (x < at.x_least - 1e-9 || x > at.x_most + 1e-9 || !std::isfinite(from.values[i])) {
            end_line();
            continue;
        }
        // Far outside, coordinates would be too large for some renderers.
        const double y = std::clamp(at.y(from.values[i]), at.y_top - 2000, at.y_top + 2000);
        points += number(at.x(x)) + "," + number(y) + " ";
    }
    end_line();
    return out;
}

std::string legend(const panel& of) {
    std::string out;
    double x = left;
    for (std::size_t n = 0; n < of.curves.size(); ++n) {
        out += line(x, 46, x + 26, 46, curve_style(n));
        out += text_at(x + 33, 50, "start", 12, of.curves[n].label);
        x += 58 + 7.5 * static_cast<double>(of.curves[n].label.size());
    }
    return out;
}

} // namespace

std::string to_svg(const line_chart& chart) {
    const double count = static_cast<double>(chart.panels.size());
    const double height =
        top + count * panel_height + std::max(0.0, count - 1) * panel_gap + bottom;
    const std::string size = number(width, 0) + "\" height=\"" + number(height, 0);
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
                      size + "\" viewBox=\"0 0 " + number(width, 0) + " " + number(height, 0) +
                      "\" font-family=\"system-ui, sans-serif\" role=\"img\">\n<title>" +
                      escaped(chart.title) + "</title>\n<defs>\n";
    for (std::size_t p = 0; p < chart.panels.size(); ++p) {
        const double y = top + static_cast<double>(p) * (panel_height + panel_gap);
        out += "<clipPath id=\"panel" + std::to_string(p) + "\"><rect x=\"" + number(left) +
               "\" y=\"" + number(y - 3) + "\" width=\"" + number(width - left - right) +
               "\" height=\"" + number(panel_height + 6) + "\"/></clipPath>\n";
    }
    out += "</defs>\n<g fill=\"" + std::string(ink) + "\">\n" +
           text_at(left, 24, "start", 17, chart.title, " font-weight=\"600\"");
    if (!chart.panels.empty()) {
        out += legend(chart.panels.front());
    }
    for (std::size_t p = 0; p < chart.panels.size(); ++p) {
        const panel& one = chart.panels[p];
        const bool is_last = p + 1 == chart.panels.size();
        const axes at = {chart.x_least, chart.x_most, one.y_least, one.y_most,
                         top + static_cast<double>(p) * (panel_height + panel_gap)};
        out += text_at(left, at.y_top - 8, "start", 13, one.title, " font-weight=\"600\"");
        out += grid(at, chart, is_last);
        out += "<g fill=\"none\" stroke-linejoin=\"round\" clip-path=\"url(#panel" +
               std::to_string(p) + ")\">\n";
        for (std::size_t n = 0; n < one.curves.size(); ++n) {
            out += curve(at, one.curves[n], n);
        }
        out += "</g>\n";
    }
    out += text_at((left + width - right) / 2, height - 12, "middle", 12, chart.x_label);
    return out + "</g>\n</svg>\n";
}

} // namespace jounce::plot
