#include <jounce/modules/gltf/source.hpp>

namespace jounce::gltf {

bool source::take_bytes(std::uint64_t bytes, std::string_view place) {
    if (!ok()) {
        return false;
    }
    if (!shared.take_bytes(bytes)) {
        fail(errors::too_large, place,
             "the file asks for more than " + std::to_string(limits.max_total_bytes) +
                 " bytes of memory in all; make it smaller or raise max_total_bytes");
        return false;
    }
    return in_time(place);
}

bool source::in_time(std::string_view place) {
    if (ok() && std::chrono::steady_clock::now() > deadline) {
        fail(errors::too_slow, place, "the file takes longer to read than max_seconds; raise it");
    }
    return ok();
}

bool source::is_there(int accessor) const {
    const jounce_tinygltf::Accessor& data = document.accessors[as_size(accessor)];
    const auto is_missing = [&](int view) { return missing_views[as_size(view)]; };
    if (const decoded_accessor* own = decoded(accessor)) {
        return !own->is_missing;
    }
    if (data.bufferView >= 0 && is_missing(data.bufferView)) {
        return false;
    }
    return !data.sparse.isSparse || (!is_missing(data.sparse.indices.bufferView) &&
                                     !is_missing(data.sparse.values.bufferView));
}

const decoded_accessor* source::decoded(int accessor) const {
    const std::size_t first = document.accessors.size() - decoded_accessors.size();
    return as_size(accessor) < first ? nullptr : &decoded_accessors[as_size(accessor) - first];
}

std::size_t source::shown(int accessor) const {
    const decoded_accessor* own = decoded(accessor);
    return own != nullptr ? own->shown_as : as_size(accessor);
}

std::string pointer_to(const char* list, std::size_t index, std::string_view rest) {
    return "/" + std::string(list) + "/" + std::to_string(index) + std::string(rest);
}

} // namespace jounce::gltf
