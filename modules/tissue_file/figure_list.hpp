#pragma once

#include <jounce/modules/tissue/tissue_figures.hpp>

namespace jounce::tissue {

/// Calls `visit` with the name and value of every figure: one list for files and for people.
template <class Figures, class Visit> void visit_figures(Figures& of, const Visit& visit) {
    visit("nodes", of.nodes);
    visit("tets", of.tets);
    visit("bone_nodes", of.bone_nodes);
    visit("stiffened", of.stiffened);
    visit("cell", of.cell);
    visit("volume", of.volume);
    visit("mass", of.mass);
    visit("affine_error", of.affine_error);
    visit("unity_error", of.unity_error);
    visit("least_weight", of.least_weight);
    visit("largest_weight", of.largest_weight);
    visit("node_handles", of.node_handles);
    visit("vertex_handles", of.vertex_handles);
    visit("most_vertex_handles", of.most_vertex_handles);
    visit("vertex_loss", of.vertex_loss);
    visit("points", of.points);
    visit("negative_points", of.negative_points);
    visit("most_point_handles", of.most_point_handles);
    visit("cubature_volume_error", of.cubature_volume_error);
    visit("energy_error", of.energy_error);
    visit("largest_energy_error", of.largest_energy_error);
    visit("rough_gradient_error", of.rough_gradient_error);
    visit("smooth_gradient_error", of.smooth_gradient_error);
    visit("stiffness_error", of.stiffness_error);
    visit("lowest_hertz", of.lowest_hertz);
    visit("mass_points", of.mass_points);
    visit("mass_point_error", of.mass_point_error);
    visit("drive_point_error", of.drive_point_error);
    visit("moment_point_error", of.moment_point_error);
    visit("probes", of.probes);
}

} // namespace jounce::tissue
