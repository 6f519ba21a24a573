#pragma once

#include <jounce/modules/procedural/model.hpp>

#include <vector>

namespace jounce::test {

/// Every model that has a surface.
inline std::vector<procedural::model> models_with_shapes() {
    std::vector<procedural::model> out;
    for (const auto make : {&procedural::tentacle, &procedural::plant, &procedural::cape,
                            &procedural::belly, &procedural::duck, &procedural::creature,
                            &procedural::pony_tail, &procedural::twist_bar}) {
        out.push_back(make(stable_solver));
    }
    return out;
}

} // namespace jounce::test
