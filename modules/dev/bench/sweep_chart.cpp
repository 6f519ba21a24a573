#include <jounce/modules/dev/bench/sweep_format.hpp>

#include <jounce/modules/dev/bench/machine.hpp>
#include <jounce/modules/dev/plot/line_chart.hpp>
#include <jounce/modules/dev/plot/stacked_bars.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace jounce::bench {
namespace {

double characters_of(const point_cost& cost) {
    return static_cast<double>(cost.options.characters);
}

/// Systems of all points, in the order of the pipeline.
std::vector<std::string> systems_of(const sweep_report& sweep) {
    std::vector<std::string> out;
    for (const sweep_report::point& point : sweep.points) {
        for (const system_cost& cost : point.cost.systems) {
            if (std::find(out.begin(), out.end(), cost.name) == out.end()) {
                out.push_back(cost.name);
            }
        }
    }
    return out;
}

double ns_per_character(const point_cost& of, const std::string& system) {
    const auto found = std::find_if(of.systems.begin(), of.systems.end(),
                                    [&](const system_cost& one) { return one.name == system; });
    return found != of.systems.end() ? 1e6 * found->mean_ms / characters_of(of) : 0;
}

std::string stacked(const sweep_report& sweep) {
    plot::stacked_bars chart;
    chart.title = "cost per system, " + sweep.title;
    chart.x_label = sweep.name + "; " + cpu_model();
    chart.y_label = "ns per character, time of all workers";
    for (const sweep_report::point& point : sweep.points) {
        chart.bars.push_back(point.label);
    }
    for (const std::string& system : systems_of(sweep)) {
        plot::stacked_bars::part part{system, {}};
        for (const sweep_report::point& point : sweep.points) {
            part.values.push_back(ns_per_character(point.cost, system));
        }
        chart.parts.push_back(std::move(part));
    }
    return to_svg(chart);
}

/// Room above the highest value.
double most_of(const plot::panel& of) {
    double most = 0;
    for (const plot::series& curve : of.curves) {
        for (const double value : curve.values) {
            most = std::isfinite(value) ? std::max(most, value) : most;
        }
    }
    return most > 0 ? 1.1 * most : 1;
}

/// Frame time per character over the powers of ten of the crowd.
std::string scaling(const sweep_report& sweep) {
    plot::line_chart chart;
    chart.title = "frame time per character, " + sweep.title;
    chart.x_label = "characters, power of ten; " + cpu_model();
    chart.y_label = "ns per character";
    chart.x_most = std::max<double>(1, static_cast<double>(sweep.points.size()) - 1);
    plot::series best{"best", 0, 1, {}};
    plot::series median{"median", 0, 1, {}};
    for (const sweep_report::point& point : sweep.points) {
        best.values.push_back(1e6 * point.cost.best_ms / characters_of(point.cost));
        median.values.push_back(1e6 * point.cost.median_ms / characters_of(point.cost));
    }
    plot::panel panel{"", {median, best}, 0, 1};
    panel.y_most = most_of(panel);
    chart.panels = {std::move(panel)};
    return to_svg(chart);
}

/// How much faster than one worker, per schedule.
std::string speed_up(const sweep_report& sweep) {
    plot::line_chart chart;
    chart.title = "speed over one worker, " + sweep.title;
    chart.x_label = "workers; " + cpu_model();
    chart.y_label = "times as fast";
    chart.x_least = 1;
    plot::panel panel{"", {}, 0, 1};
    double one_ms = 0;
    for (const sweep_report::point& point : sweep.points) {
        if (point.x == 1) { // each schedule begins with one
            panel.curves.push_back(
                {std::string(schedule_name(point.cost.options.order)), 1, 1, {}});
            one_ms = point.cost.best_ms;
        }
        if (panel.curves.empty()) {
            continue;
        }
        // Points stand one apart; where the sweep takes larger steps the curve ends.
        std::vector<double>& values = panel.curves.back().values;
        if (static_cast<double>(values.size()) + 1 == point.x) {
            values.push_back(one_ms / point.cost.best_ms);
            chart.x_most = std::max(chart.x_most, point.x);
        }
    }
    chart.x_most = std::max(chart.x_most, 2.0);
    panel.y_most = most_of(panel);
    chart.panels = {std::move(panel)};
    return to_svg(chart);
}

/// Time to bind by heat, a bar for each mesh or skeleton.
std::string heat_bars(const std::vector<weights_cost::point>& points,
                      std::int64_t weights_cost::point::*quantity, const std::string& name,
                      const std::string& fixed) {
    plot::stacked_bars chart;
    chart.title = "binding by heat diffusion, " + fixed;
    chart.x_label = name + "; " + cpu_model();
    chart.y_label = "ms";
    plot::stacked_bars::part heat{"heat", {}};
    for (const weights_cost::point& point : points) {
        chart.bars.push_back(std::to_string(point.*quantity));
        heat.values.push_back(point.heat.best_ms);
    }
    chart.parts.push_back(std::move(heat));
    return to_svg(chart);
}

void add_weights(std::vector<chart_file>& to, const weights_cost& of) {
    using point = weights_cost::point;
    const std::string threads = ", threads: " + std::to_string(of.threads);
    if (!of.of_vertices.empty()) {
        to.push_back({"weights.svg", heat_bars(of.of_vertices, &point::vertices, "vertices",
                                               std::to_string(of.of_vertices.front().bones) +
                                                   " bones" + threads)});
    }
    if (!of.of_bones.empty()) {
        to.push_back({"weights_bones.svg", heat_bars(of.of_bones, &point::bones, "bones",
                                                     std::to_string(of.of_bones.front().vertices) +
                                                         " vertices" + threads)});
    }
}

} // namespace

std::vector<chart_file> sweep_charts(const bench_sweeps& of) {
    std::vector<chart_file> out;
    for (const sweep_report& sweep : of.sweeps) {
        if (sweep.points.empty()) {
            continue;
        }
        out.push_back({sweep.name + ".svg", stacked(sweep)});
        if (sweep.name == "characters") {
            out.push_back({"scaling.svg", scaling(sweep)});
        }
        if (sweep.name == "threads") {
            out.push_back({"speed.svg", speed_up(sweep)});
        }
    }
    if (of.weights) {
        add_weights(out, *of.weights);
    }
    return out;
}

} // namespace jounce::bench
