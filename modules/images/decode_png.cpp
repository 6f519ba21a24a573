// Compiled where libpng was found. It leaves by longjmp after a mistake, past all that has destructors: so the function
// that it returns to holds plain values alone, and everything else belongs to the function around it.

#include <jounce/modules/images/decoders.hpp>

#include <png.h>

#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <vector>

namespace jounce {
namespace {

struct png_input {
    const std::byte* at = nullptr;
    std::size_t left = 0;
};

struct png_trouble {
    char text[160] = "";
};

void on_error(png_structp png, png_const_charp text) {
    auto* trouble = static_cast<png_trouble*>(png_get_error_ptr(png));
    std::snprintf(trouble->text, sizeof trouble->text, "%s", text);
    png_longjmp(png, 1);
}
void on_warning(png_structp, png_const_charp) {} // of profiles, times and the like

void on_read(png_structp png, png_bytep to, std::size_t count) {
    auto* input = static_cast<png_input*>(png_get_io_ptr(png));
    if (count > input->left) {
        png_error(png, "it is cut off");
    }
    std::memcpy(to, input->at, count);
    input->at += count;
    input->left -= count;
}

/// libpng's two objects.
struct png_reader {
    explicit png_reader(png_trouble& trouble)
        : png(png_create_read_struct(PNG_LIBPNG_VER_STRING, &trouble, on_error, on_warning)),
          info(png == nullptr ? nullptr : png_create_info_struct(png)) {}
    ~png_reader() { png_destroy_read_struct(&png, &info, nullptr); }
    png_reader(const png_reader&) = delete;
    png_reader& operator=(const png_reader&) = delete;

    png_structp png;
    png_infop info;
};

bool read_rows(png_structp png, png_infop info, const decoder_target& to, png_bytepp rows) {
    if (setjmp(png_jmpbuf(png)) != 0) {
        return false;
    }
    png_set_user_limits(png, to.width, to.height);
    png_set_chunk_malloc_max(png, 8U << 20U);
    png_set_chunk_cache_max(png, 64);
    // Texts and profiles are compressed too, and nobody wants them.
    static const png_byte ignored[] = "iCCP\0zTXt\0iTXt\0tEXt\0eXIf";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, ignored, sizeof ignored / 5);
    png_read_info(png, info);
    if (png_get_image_width(png, info) != to.width ||
        png_get_image_height(png, info) != to.height) {
        png_error(png, "its head says two sizes");
    }
    png_set_expand(png);
    png_set_scale_16(png);
    if ((png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR) == 0) {
        png_set_gray_to_rgb(png);
    }
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != std::size_t{4} * to.width) {
        png_error(png, "its rows have another length");
    }
    png_read_image(png, rows);
    png_read_end(png, nullptr);
    return true;
}

} // namespace

bool decode_png(std::span<const std::byte> file, const decoder_target& to, std::string& why) {
    png_trouble trouble;
    png_input input = {file.data(), file.size()};
    std::vector<png_bytep> rows(to.height);
    for (std::size_t y = 0; y < rows.size(); ++y) {
        rows[y] = to.texels + y * 4 * to.width;
    }
    const png_reader reader(trouble);
    if (reader.info == nullptr) {
        why = "libpng does not start";
        return false;
    }
    png_set_read_fn(reader.png, &input, on_read);
    const bool good = read_rows(reader.png, reader.info, to, rows.data());
    if (!good) {
        why = trouble.text;
    }
    return good;
}

} // namespace jounce
