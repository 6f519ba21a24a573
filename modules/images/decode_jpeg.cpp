// Compiled where libjpeg was found. As in decode_png.cpp, the function that longjmp returns to holds plain values alone.

#include <jounce/modules/images/decoders.hpp>

#include <cstdio> // jpeglib.h forgets to include it

#include <jerror.h>
#include <jpeglib.h>

#include <csetjmp>
#include <limits>
#include <vector>

namespace jounce {
namespace {

/// What libjpeg calls; `base` comes first, so that a pointer to it is one to this.
struct jpeg_trouble {
    jpeg_error_mgr base = {};
    std::jmp_buf back = {};
    char text[JMSG_LENGTH_MAX] = "";
};

void leave(j_common_ptr of) {
    auto* trouble = reinterpret_cast<jpeg_trouble*>(of->err);
    of->err->format_message(of, trouble->text);
    std::longjmp(trouble->back, 1);
}

/// Warnings after which texels are guesses are mistakes.
void on_message(j_common_ptr of, int level) {
    switch (level < 0 ? of->err->msg_code : 0) {
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC: leave(of); break;
    default: break;
    }
}

/// Every scan goes over the whole picture, and a small file may have thousands.
void on_progress(j_common_ptr of) {
    constexpr int most_scans = 200;
    const auto* decoder = reinterpret_cast<j_decompress_ptr>(of);
    if (decoder->input_scan_number > most_scans) {
        of->err->msg_code = JERR_BAD_PROGRESSION;
        leave(of);
    }
}

struct jpeg_reader {
    jpeg_reader() = default;
    ~jpeg_reader() { jpeg_destroy_decompress(&decoder); } // also of one that was not created
    jpeg_reader(const jpeg_reader&) = delete;
    jpeg_reader& operator=(const jpeg_reader&) = delete;

    jpeg_decompress_struct decoder = {};
    jpeg_trouble trouble;
    jpeg_progress_mgr progress = {};
};

enum class outcome { good, damaged, other_size, for_print };

outcome read_rows(jpeg_reader& reader, const std::byte* file, unsigned long size,
                  const decoder_target& to, JSAMPLE* row) {
    if (setjmp(reader.trouble.back) != 0) {
        return outcome::damaged;
    }
    jpeg_decompress_struct& decoder = reader.decoder;
    jpeg_create_decompress(&decoder);
    decoder.progress = &reader.progress;
    jpeg_mem_src(&decoder, reinterpret_cast<const unsigned char*>(file), size);
    jpeg_read_header(&decoder, TRUE);
    if (decoder.image_width != to.width || decoder.image_height != to.height) {
        return outcome::other_size;
    }
    if (decoder.num_components != 1 && decoder.num_components != 3) {
        return outcome::for_print;
    }
    decoder.out_color_space = JCS_RGB;
    decoder.dct_method = JDCT_ISLOW; // the one whose bits are the same everywhere
    jpeg_start_decompress(&decoder);
    while (decoder.output_scanline < decoder.output_height) {
        std::uint8_t* texel = to.texels + std::size_t{4} * to.width * decoder.output_scanline;
        jpeg_read_scanlines(&decoder, &row, 1);
        for (std::size_t x = 0; x < to.width; ++x) {
            texel[4 * x] = row[3 * x];
            texel[4 * x + 1] = row[3 * x + 1];
            texel[4 * x + 2] = row[3 * x + 2];
            texel[4 * x + 3] = 0xFF;
        }
    }
    jpeg_finish_decompress(&decoder);
    return outcome::good;
}

} // namespace

bool decode_jpeg(std::span<const std::byte> file, const decoder_target& to, std::string& why) {
    if (file.size() > std::numeric_limits<unsigned long>::max()) {
        why = "it is too long";
        return false;
    }
    jpeg_reader reader;
    reader.decoder.err = jpeg_std_error(&reader.trouble.base);
    reader.trouble.base.error_exit = leave;
    reader.trouble.base.emit_message = on_message;
    reader.progress.progress_monitor = on_progress;
    std::vector<JSAMPLE> row(std::size_t{3} * to.width);
    switch (
        read_rows(reader, file.data(), static_cast<unsigned long>(file.size()), to, row.data())) {
    case outcome::good: return true;
    case outcome::other_size: why = "its head says two sizes"; return false;
    case outcome::for_print: why = "its colours are for print (CMYK)"; return false;
    default: why = reader.trouble.text; return false;
    }
}

} // namespace jounce
