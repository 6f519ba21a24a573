#include <jounce/modules/dev/plot/stacked_bars.hpp>

#include <jounce/modules/dev/plot/svg_parts.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace jounce::plot {
namespace {

// Pixels.
constexpr double width = 880;
constexpr double left = 70;
constexpr double right = 20;
constexpr double top = 78;
constexpr double field_height = 300;
constexpr double bottom = 58;
constexpr double bar_share = 0.62; ///< of the room that a bar has

double value_of(const stacked_bars::part& part, std::size_t bar) {
    const double value = bar < part.values.size() ? part.values[bar] : 0;
    return std::isfinite(value) && value > 0 ? value : 0;
}

double sum_of(const stacked_bars& chart, std::size_t bar) {
    double sum = 0;
    for (const stacked_bars::part& part : chart.parts) {
        sum += value_of(part, bar);
    }
    return sum;
}

std::string_view hue(std::size_t part) { return hues[part % hues.size()]; }

std::string box(double x, double y, double across, double down, std::string_view colour) {
    return "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(across) +
           "\" height=\"" + number(down) + "\" fill=\"" + std::string(colour) + "\"/>\n";
}

std::string legend(const stacked_bars& chart) {
    std::string out;
    double x = left;
    for (std::size_t p = 0; p < chart.parts.size(); ++p) {
        out += box(x, 40, 14, 12, hue(p));
        out += text_at(x + 20, 50, "start", 12, chart.parts[p].label);
        x += 44 + 7.5 * static_cast<double>(chart.parts[p].label.size());
    }
    return out;
}

std::string grid(double most) {
    const std::string grey = "stroke=\"" + std::string(ink) + "\" ";
    std::string out;
    const double step = nice_step(most, 6);
    for (double k = 0; k * step <= most * 1.000001; ++k) {
        const double y = top + field_height * (1 - k * step / most);
        out += line(left, y, width - right, y,
                    grey + (k == 0 ? "stroke-opacity=\"1\"" : "stroke-opacity=\"0.3\""));
        out += text_at(left - 8, y + 4, "end", 12, number(k * step, decimals_for(step)));
    }
    return out;
}

} // namespace

std::string to_svg(const stacked_bars& chart) {
    double most = 0;
    for (std::size_t bar = 0; bar < chart.bars.size(); ++bar) {
        most = std::max(most, sum_of(chart, bar));
    }
    most = most > 0 ? 1.08 * most : 1;
    const double height = top + field_height + bottom;
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
                      number(width, 0) + "\" height=\"" + number(height, 0) + "\" viewBox=\"0 0 " +
                      number(width, 0) + " " + number(height, 0) +
                      "\" font-family=\"system-ui, sans-serif\" role=\"img\">\n<title>" +
                      escaped(chart.title) + "</title>\n<g fill=\"" + std::string(ink) + "\">\n" +
                      text_at(left, 24, "start", 17, chart.title, " font-weight=\"600\"") +
                      legend(chart) + grid(most);
    const double room =
        (width - left - right) / static_cast<double>(std::max<std::size_t>(chart.bars.size(), 1));
    const double foot = top + field_height;
    for (std::size_t bar = 0; bar < chart.bars.size(); ++bar) {
        const double middle = left + (static_cast<double>(bar) + 0.5) * room;
        double y = foot;
        for (std::size_t p = 0; p < chart.parts.size(); ++p) {
            const double part = field_height * value_of(chart.parts[p], bar) / most;
            y -= part;
            if (part > 0) {
                out += box(middle - 0.5 * bar_share * room, y, bar_share * room, part, hue(p));
            }
        }
        const double sum = sum_of(chart, bar);
        out += text_at(middle, y - 6, "middle", 12, number(sum, sum < 10 ? 2 : sum < 100 ? 1 : 0));
        out += text_at(middle, foot + 18, "middle", 12, chart.bars[bar]);
    }
    const double half = top + field_height / 2;
    out += text_at(18, half, "middle", 12, chart.y_label,
                   " transform=\"rotate(-90 18 " + number(half) + ")\"");
    out += text_at((left + width - right) / 2, height - 12, "middle", 12, chart.x_label);
    return out + "</g>\n</svg>\n";
}

} // namespace jounce::plot
