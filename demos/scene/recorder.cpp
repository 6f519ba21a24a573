#include "recorder.hpp"

#include "common/film.hpp"
#include "common/write_png.hpp"

#include <cstdio>

namespace demo {

using jounce::error;
using jounce::result;

void recorder::film(const image& picture) { film_.push_back(shrunk(picture, 2)); }

result<bool> recorder::keep(const std::string& name, const image& picture) {
    std::error_code wrong;
    std::filesystem::create_directories(folder_, wrong);
    if (wrong) {
        return error{jounce::errors::cannot_write, folder_.string() + ": " + wrong.message()};
    }
    sheet_.push_back(shrunk(picture, 2));
    written_.push_back(folder_ / (name + ".png"));
    return write_png(written_.back(), picture);
}

result<bool> recorder::finish(int milliseconds_per_picture) {
    if (sheet_.size() > 1) {
        written_.push_back(folder_ / "contact_sheet.png");
        if (const result<bool> done = write_png(written_.back(), contact_sheet(sheet_, 2)); !done) {
            return done;
        }
    }
    if (film_.size() > 1) {
        const std::filesystem::path file = folder_ / "demo.webp";
        const result<bool> done = write_webp(file, film_, milliseconds_per_picture, 70);
        if (!done && done.error().name != "no_webp") {
            return done;
        }
        if (done) {
            written_.push_back(file);
        } else {
            std::printf("%s\n", done.error().message.c_str());
        }
    }
    return true;
}

} // namespace demo
