#pragma once

// Small VRM documents as text.

#include "support/vrm_block.hpp"

#include <jounce/modules/vrm/read_vrm.hpp>

#include <string>

namespace jounce::test {

/// Six nodes: a hip 0 with a collar 1 and a chain 2 - 3 - 4 - 5 that hangs down.
inline std::string nodes_text(const std::string& on_collar = "", const std::string& on_hip = "") {
    return R"("nodes":[{"name":"hip","translation":[0,1,0],"children":[1,2])" + on_hip +
           R"(},{"name":"collar","translation":[0.1,0.2,0])" + on_collar +
           R"(},{"name":"a","translation":[0,-0.1,0],"children":[3]},)"
           R"({"name":"b","translation":[0,-0.2,0],"children":[4]},)"
           R"({"name":"c","translation":[0,-0.2,0],"children":[5]},)"
           R"({"name":"d","translation":[0,-0.2,0]}])";
}

inline std::string document_1(const std::string& extension, const std::string& nodes) {
    return R"({"asset":{"version":"2.0"},)" + nodes + R"(,"extensions":{"VRMC_springBone":)" +
           extension + "}}";
}
inline std::string document_1(const std::string& extension) {
    return document_1(extension, nodes_text());
}
inline std::string document_0(const std::string& secondary, const std::string& nodes) {
    return R"({"asset":{"version":"2.0"},)" + nodes +
           R"(,"extensions":{"VRM":{"secondaryAnimation":)" + secondary + "}}}";
}
inline std::string document_0(const std::string& secondary) {
    return document_0(secondary, nodes_text());
}

/// Six bones for the six nodes; bone n + 1 is node n.
template <class Real = double> result<vrm_springs> read_text(const std::string& text) {
    const document_rig<Real> rig = rig_of_document<Real>("{" + nodes_text() + "}");
    return read_vrm(text, "file.vrm", rig.bones, rig.bone_of_node);
}

} // namespace jounce::test
