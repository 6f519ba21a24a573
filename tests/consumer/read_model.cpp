// Reads a model with the installed library. Nobody here has tinygltf or a JSON library.

#include <jounce/modules/gltf/model.hpp>

#include <cstdio>
#include <span>
#include <string_view>

int main() {
    constexpr std::string_view file = R"({"asset": {"version": "2.0"}, "nodes": [
        {"name": "root", "children": [1]}, {"name": "tip", "translation": [0, 1, 0]}]})";
    const auto model = jounce::gltf::parse_model(std::as_bytes(std::span(file)), {});
    if (!model) {
        std::puts(model.error().message.c_str());
        return 1;
    }
    return model->bones.names[1] == "tip" && model->bones.tail_local[0].y == 1.0F ? 0 : 1;
}
