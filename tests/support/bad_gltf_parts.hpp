#pragma once

#include "support/gltf_files.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace jounce::test {

struct bad_list {
    std::vector<bad_gltf_file> files;

    void add(const char* name, std::string bytes, const char* error, const char* says) {
        files.push_back({name, std::move(bytes), error, says});
    }
    /// The tube with one thing broken.
    void add(const char* name, const char* error, const char* says,
             const std::function<void(gltf_builder&)>& break_it);
};

void add_bad_accessors(bad_list& out);
void add_bad_scenes(bad_list& out);
void add_bad_clips(bad_list& out);

} // namespace jounce::test
