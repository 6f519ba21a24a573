#include <jounce/modules/dev/plot/svg_parts.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace jounce::plot {

std::string number(double value, int decimals) {
    char text[64];
    const double shown = std::abs(value) < 0.5 * std::pow(10, -decimals) ? 0 : value; // no "-0.0"
    const auto end =
        std::to_chars(text, text + sizeof text, shown, std::chars_format::fixed, decimals).ptr;
    return {text, end};
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '&': out += "&amp;"; break;
        case '"': out += "&quot;"; break;
        default: out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c; // XML has no others
        }
    }
    return out;
}

std::string text_at(double x, double y, std::string_view anchor, double size, std::string_view what,
                    std::string_view more) {
    return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" +
           std::string(anchor) + "\" font-size=\"" + number(size, 0) + "\"" + std::string(more) +
           ">" + escaped(what) + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, std::string_view more) {
    return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) +
           "\" y2=\"" + number(y2) + "\" " + std::string(more) + "/>\n";
}

double nice_step(double range, double wanted) {
    const double rough = range / wanted;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough * 0.999) {
            return factor * power;
        }
    }
    return 10 * power;
}

int decimals_for(double step) {
    return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6);
}

} // namespace jounce::plot
