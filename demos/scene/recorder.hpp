#pragma once

#include "common/device.hpp"

#include <jounce/modules/result/result.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace demo {

/// Keeps pictures of a run and makes files of them: a PNG per stop, all stops on one sheet, and a film.
class recorder {
public:
    explicit recorder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// A frame of the film; at half its size.
    void film(const image& picture);
    /// The picture that stands for a stop. Errors: `cannot_write`.
    jounce::result<bool> keep(const std::string& name, const image& picture);
    /// Writes what belongs together; says what. Errors: `cannot_write`.
    jounce::result<bool> finish(int milliseconds_per_picture);

    const std::vector<std::filesystem::path>& written() const { return written_; }

private:
    std::filesystem::path folder_;
    std::vector<image> film_;
    std::vector<image> sheet_;
    std::vector<std::filesystem::path> written_;
};

} // namespace demo
