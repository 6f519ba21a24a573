#include "support/bad_gltf_parts.hpp"
#include "support/gltf_files.hpp"

#include <utility>

namespace jounce::test {
namespace {

/// Wrong from the first byte: containers, text, versions, extensions.
void add_containers(bad_list& out) {
    const std::string good = tube().binary();
    const auto bytes = [&](const char* name, std::string content, const char* error,
                           const char* says) { out.add(name, std::move(content), error, says); };
    bytes("empty", "", "bad_container", "neither");
    bytes("wrong_magic", "glTG" + good.substr(4), "bad_container", "neither");
    bytes("text", "hello", "bad_container", ".gltf, .glb or .vrm");
    bytes("only_magic", "glTF", "bad_container", "ends inside its header");
    bytes("half_header", good.substr(0, 14), "bad_container", "ends inside its header");
    bytes("version_1", "glTF" + word(1) + good.substr(8), "unsupported_version", "version 1");
    bytes("cut_off", good.substr(0, good.size() - 40), "bad_container", "but has");
    bytes("length_zero", good.substr(0, 8) + word(0) + good.substr(12), "bad_container", "0 bytes");
    bytes("chunk_too_long", good.substr(0, 12) + word(0xFFFFFFF0) + good.substr(16),
          "bad_container", "chunk of 4294967280");
    bytes("binary_first", good.substr(0, 16) + std::string("BIN\0", 4) + good.substr(20),
          "bad_container", "JSON chunk");
    bytes("no_binary", glb_of(tube().beside(""), ""), "bad_buffer", "/buffers/0");
    bytes("not_json", "{ \"asset\": }", "bad_json", "not valid JSON");
    bytes("half_json", tube().embedded().substr(0, 500), "bad_json", "not valid JSON");
    bytes("too_deep", "{\"a\":" + std::string(5000, '[') + std::string(5000, ']') + "}", "too_deep",
          "nested deeper");
    bytes("two_keys", R"({"asset": {"version": "2.0"}, "nodes": [], "nodes": []})", "duplicate_key",
          "nodes");
    bytes("list", "{}", "missing_member", "asset");
    bytes("bad_text", "{\"asset\": {\"version\": \"\xFF\"}}", "bad_json", "not valid JSON");
    out.add("old", "unsupported_version", "/asset/version",
            [](gltf_builder& f) { f.document["asset"]["version"] = "1.0"; });
    out.add("newer", "unsupported_version", "/asset/minVersion",
            [](gltf_builder& f) { f.document["asset"]["minVersion"] = "2.1"; });
    out.add("no_version", "wrong_type", "/asset/version",
            [](gltf_builder& f) { f.document["asset"]["version"] = 2; });
    out.add("unknown_extension", "unsupported_extension", "/extensionsRequired/0",
            [](gltf_builder& f) { f.document["extensionsRequired"] = {"ACME_bones"}; });
}

void add_buffers(bad_list& out) {
    const auto uri = [&](const char* name, const char* text, const char* says) {
        out.add(name, "bad_uri", says, [text](gltf_builder& f) {
            f.document["buffers"] = {{{"byteLength", f.buffer.size()}, {"uri", text}}};
        });
    };
    uri("uri_up", "../secret.bin", "out of the file's folder");
    uri("uri_up_later", "a/b/../../../secret.bin", "out of the file's folder");
    uri("uri_up_encoded", "%2e%2e/secret.bin", "out of the file's folder");
    uri("uri_absolute", "/etc/passwd", "absolute");
    uri("uri_absolute_encoded", "%2Fetc%2Fpasswd", "absolute");
    uri("uri_home", "~/secret.bin", "absolute");
    uri("uri_file", "file:///etc/passwd", "only files");
    uri("uri_http", "https://example.com/a.bin", "only files");
    uri("uri_drive", "C:secret.bin", "only files");
    uri("uri_backslash", "..\\secret.bin", "backslashes");
    uri("uri_nul", "a%00b", "control characters");
    uri("uri_bad_escape", "a%zz", "no valid URI");
    uri("uri_empty", "", "no valid URI");
    uri("data_plain", "data:text/plain,hello", "without base64");
    uri("data_no_comma", "data:application/octet-stream;base64", "without base64");
    uri("data_not_base64", "data:application/octet-stream;base64,!!!!", "not base64");
    out.add("data_too_short", "bad_buffer", "/buffers/0", [](gltf_builder& f) {
        f.document["buffers"] = {{{"byteLength", f.buffer.size()},
                                  {"uri", "data:application/octet-stream;base64,AAAA"}}};
    });
    out.add("buffer_without_uri", "bad_buffer", "/buffers/0", [](gltf_builder& f) {
        f.document["buffers"] = {{{"byteLength", f.buffer.size()}}};
    });
    out.add("buffer_too_large", "out_of_range", "/buffers/0/byteLength", [](gltf_builder& f) {
        f.document["buffers"] = {{{"byteLength", 1e18}, {"uri", "a.bin"}}};
        f.document["buffers"][0]["byteLength"] = 1ULL << 60U;
    });
}

} // namespace

void bad_list::add(const char* name, const char* error, const char* says,
                   const std::function<void(gltf_builder&)>& break_it) {
    gltf_builder file = tube();
    break_it(file);
    files.push_back({name, file.embedded(), error, says});
}

const std::vector<bad_gltf_file>& bad_gltf_files() {
    static const std::vector<bad_gltf_file> files = [] {
        bad_list out;
        add_containers(out);
        add_buffers(out);
        add_bad_accessors(out);
        add_bad_scenes(out);
        add_bad_clips(out);
        return std::move(out.files);
    }();
    return files;
}

} // namespace jounce::test
