#include <jounce/modules/decompose_file/decompose_file.hpp>

#include <jounce/modules/bake/bake_output.hpp>
#include <jounce/modules/decompose_file/make_character.hpp>
#include <jounce/modules/decompose_file/write_quality.hpp>
#include <jounce/modules/files/replace_file.hpp>
#include <jounce/modules/files/suffix.hpp>
#include <jounce/modules/mesh_cache/read_mesh_cache.hpp>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace jounce::decompose {
namespace {

namespace fs = std::filesystem;

/// One file, step by step. A step either succeeds or gives an error.
class file_decomposition {
public:
    explicit file_decomposition(const decompose_file_options& options) : options_(options) {}

    result<decompose_file_report> run() {
        for (const auto step : {&file_decomposition::check_output, &file_decomposition::read,
                                &file_decomposition::find, &file_decomposition::compare,
                                &file_decomposition::weigh, &file_decomposition::simplify,
                                &file_decomposition::write, &file_decomposition::write_report}) {
            if (std::optional<error> wrong = (this->*step)()) {
                return *std::move(wrong);
            }
        }
        return std::move(report_);
    }

private:
    /// Fails at the start if the end is sure to fail.
    std::optional<error> check_output() {
        if (options_.how.weights == weight_solver::tsvd &&
            !(options_.out.empty() && options_.quality.empty())) {
            return error{errors::negative_weights,
                         "TSVD weights are negative in places, which glTF forbids; use --weights "
                         "nnls, or write no file"};
        }
        if (std::optional<error> wrong = find_share_fault(options_.level_shares)) {
            return wrong;
        }
        if (options_.out.empty()) {
            return std::nullopt;
        }
        std::error_code ignored;
        if (fs::equivalent(options_.in, options_.out, ignored)) {
            return error{errors::cannot_write,
                         options_.out.string() + ": is the input itself; give another name"};
        }
        if (std::optional<error> wrong = check_suffix(options_.out, ".glb", "a decomposed mesh")) {
            return wrong;
        }
        return check_replaceable(options_.out);
    }

    std::optional<error> read() {
        if (!tell("reading", 0)) {
            return cancelled();
        }
        result<mesh_cache::cached_mesh> mesh =
            mesh_cache::read_mesh_cache(options_.in, options_.read);
        if (!mesh) {
            return mesh.error();
        }
        mesh_ = *std::move(mesh);
        report_.vertices = mesh_.animation.vertex_count();
        report_.triangles = mesh_.animation.triangles.size() / 3;
        report_.frames = mesh_.animation.frame_count();
        report_.takes = mesh_.animation.takes;
        report_.cache_bytes = 12ULL * report_.vertices * report_.frames;
        report_.warnings = mesh_.warnings;
        return std::nullopt;
    }

    std::optional<error> find() {
        result<decomposition> found = decompose(mesh_.animation, options_.how);
        if (!found) {
            return named(found.error());
        }
        found_ = *std::move(found);
        report_.bones = found_.bone_count();
        report_.rank = found_.corrected.rank;
        for (std::size_t v = 0; v < found_.weights.vertex_count(); ++v) {
            report_.most_influences =
                std::max(report_.most_influences, found_.weights.of(v).size());
        }
        report_.figures = found_.report;
        report_.warnings.insert(report_.warnings.end(), found_.report.warnings.begin(),
                                found_.report.warnings.end());
        return std::nullopt;
    }

    /// Both kinds of bones with both kinds of weights. Bones are found once per kind.
    std::optional<error> compare() {
        if (!options_.all_variants) {
            return std::nullopt;
        }
        for (const bone_kind kind : {bone_kind::rigid, bone_kind::flexible}) {
            decompose_options how = options_.how;
            how.kind = kind;
            std::optional<decomposition> own;
            if (kind != found_.kind) {
                result<decomposition> made = decompose(mesh_.animation, how);
                if (!made) {
                    return named(made.error());
                }
                own = *std::move(made);
            }
            const decomposition& base = own ? *own : found_;
            for (const weight_solver solver : {weight_solver::tsvd, weight_solver::nnls}) {
                double percent = base.report.error;
                if (solver != options_.how.weights) {
                    how.weights = solver;
                    const result<decomposition> other =
                        decompose_with_bones(mesh_.animation, base.bones, base.bone_count(), how);
                    if (!other) {
                        return named(other.error());
                    }
                    percent = other->report.error;
                }
                report_.variants.push_back({kind, solver, base.bone_count(), percent});
            }
        }
        return std::nullopt;
    }

    std::optional<error> weigh() {
        report_.memory = memory_of(found_, report_.takes);
        if (!options_.compare) {
            return std::nullopt;
        }
        result<std::vector<compared_method>> made = compare_methods(mesh_.animation, found_);
        if (!made) {
            return named(made.error());
        }
        report_.comparison = *std::move(made);
        return std::nullopt;
    }

    std::optional<error> simplify() {
        result<character_levels> made = make_levels(mesh_.animation, found_, options_.level_shares);
        if (!made) {
            return named(made.error());
        }
        report_.levels = *std::move(made);
        report_.warnings.insert(report_.warnings.end(), report_.levels.warnings.begin(),
                                report_.levels.warnings.end());
        return std::nullopt;
    }

    std::optional<error> write() {
        if (options_.out.empty()) {
            return std::nullopt;
        }
        if (!tell("writing", 1)) {
            return cancelled();
        }
        const result<written_character> made = make_character(mesh_, found_, {{}, &report_.levels});
        if (!made) {
            return made.error();
        }
        report_.warnings.insert(report_.warnings.end(), made->warnings.begin(),
                                made->warnings.end());
        if (bake::leaves_images_behind(made->document.json(), options_.in, options_.out)) {
            report_.warnings.push_back(
                options_.out.string() +
                ": has images in files beside the input; copy those there too");
        }
        const result<std::string> bytes = made->document.bytes();
        if (!bytes) {
            return bytes.error();
        }
        report_.file_bytes = bytes->size();
        return replace_file(options_.out, *bytes);
    }

    std::optional<error> write_report() {
        return options_.quality.empty()
                   ? std::nullopt
                   : write_quality(options_.quality, mesh_, found_, report_.levels);
    }

    /// The arithmetic does not know the file.
    error named(error wrong) const {
        wrong.message = options_.in.string() + ": " + wrong.message;
        return wrong;
    }
    error cancelled() const {
        return {errors::cancelled, options_.in.string() + ": it was cancelled"};
    }
    bool tell(std::string_view step, double share) const {
        return !options_.how.work.progress || options_.how.work.progress(step, share);
    }

    const decompose_file_options& options_;
    mesh_cache::cached_mesh mesh_;
    decomposition found_;
    decompose_file_report report_;
};

} // namespace

result<decompose_file_report> decompose_file(const decompose_file_options& options) {
    return file_decomposition(options).run();
}

} // namespace jounce::decompose
