#include <jounce/modules/bake/bake_file.hpp>

#include <jounce/modules/bake/add_helpers.hpp>
#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/bake/model_units.hpp>
#include <jounce/modules/bake/motion_table.hpp>
#include <jounce/modules/bake/write_clip.hpp>
#include <jounce/modules/files/replace_file.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/tuning/nearest_name.hpp>

#include <algorithm>
#include <system_error>
#include <utility>

namespace jounce::bake {
namespace {

namespace fs = std::filesystem;

/// A bake on its way. Each step either goes on or leaves an error.
class baking {
public:
    baking(const bake_options& options, const bake_progress& tell)
        : options_(options), tell_(tell) {}

    result<bake_report> run() {
        for (const auto step : {&baking::check_output, &baking::read, &baking::choose_clips,
                                &baking::choose_springs, &baking::simulate, &baking::write}) {
            if (std::optional<error> wrong = (this->*step)()) {
                return *std::move(wrong);
            }
        }
        return std::move(report_);
    }

private:
    /// What is sure to fail at the end is said at the start.
    std::optional<error> check_output() {
        std::error_code ignored;
        const fs::path folder = options_.out.has_parent_path() ? options_.out.parent_path() : ".";
        if (options_.out.empty() || fs::is_directory(options_.out, ignored) ||
            !fs::is_directory(folder, ignored)) {
            return error{"cannot_write", options_.out.string() +
                                             ": is no place for a file; give the name of a file "
                                             "in a folder that exists"};
        }
        if (fs::equivalent(options_.in, options_.out, ignored)) {
            return error{"cannot_write", options_.out.string() +
                                             ": is the model itself; give another name, so that "
                                             "it can be baked again"};
        }
        return std::nullopt;
    }

    std::optional<error> read() {
        result<gltf::model> read = gltf::read_model(
            options_.in, {.need_all_buffers = options_.format == bake_format::glb});
        if (!read) {
            return read.why();
        }
        model_ = *std::move(read);
        for (const std::string& warning : model_.warnings) {
            // A mesh that is drawn often says the same as often.
            std::vector<std::string>& all = report_.warnings;
            if (std::find(all.begin(), all.end(), warning) == all.end()) {
                all.push_back(warning);
            }
        }
        report_.extent = extent_of(model_.bones);
        return std::nullopt;
    }

    std::optional<error> choose_clips() {
        const std::vector<clip>& all = model_.clips.clips;
        std::vector<std::string_view> names;
        for (std::size_t c = 0; c < all.size(); ++c) {
            names.push_back(all[c].name);
            if (options_.clip.empty() || options_.clip == all[c].name) {
                clips_.push_back(static_cast<std::int32_t>(c));
            }
        }
        if (clips_.empty() && !options_.clip.empty()) {
            return error{"unknown_clip", options_.in.string() + ": has no clip \"" + options_.clip +
                                             "\"; " + did_you_mean(options_.clip, names)};
        }
        if (clips_.empty()) {
            clips_.push_back(-1);
        }
        if (options_.format == bake_format::npy && clips_.size() > 1) {
            return error{"one_clip_only", options_.in.string() + ": has " +
                                              std::to_string(clips_.size()) +
                                              " clips, an array holds one; choose it by --clip"};
        }
        return std::nullopt;
    }

    std::optional<error> choose_springs() {
        result<spring_source> source = find_springs(model_, options_.springs);
        if (!source) {
            return source.why();
        }
        report_.origin = source->origin;
        report_.springs_from = source->place;
        set_unit(model_, source->settings);
        result<added_helpers> helpers = add_helpers(model_, source->settings);
        if (!helpers) {
            return helpers.why();
        }
        helpers_ = *std::move(helpers);
        report_.warnings.insert(report_.warnings.end(), helpers_.warnings.begin(),
                                helpers_.warnings.end());
        report_.warnings.insert(report_.warnings.end(), source->warnings.begin(),
                                source->warnings.end());
        if (source->origin == spring_origin::none) {
            report_.warnings.push_back(
                options_.in.string() +
                ": has no springs, so nothing swings; write some with jounce suggest and give them "
                "by --springs");
        }
        if (options_.contact_rounds) {
            source->vrm.springs.contact_rounds = *options_.contact_rounds;
        }
        if (options_.radius_scale) {
            source->vrm.springs.radius_scale = *options_.radius_scale;
        }
        result<spring_set> springs = build_springs(*source, model_.bones, options_.solver,
                                                   options_.record.fps, report_.warnings);
        if (!springs) {
            return springs.why();
        }
        if ((options_.contact_rounds || options_.radius_scale) &&
            springs->solver != solver_kind::vrm) {
            return error{"wrong_solver",
                         options_.in.string() +
                             ": rounds of colliders and the scale of radii are for the vrm solver, "
                             "which these springs do not run in; leave them out"};
        }
        report_.solver = springs->solver;
        report_.spring_bones =
            springs->springs.size() + springs->stable.springs.size() + springs->vrm.springs.size();
        return make_kind(*std::move(springs), source->vrm.constraints);
    }

    /// With the constraints of VRM, which move bones that springs hang on.
    std::optional<error> make_kind(spring_set springs,
                                   const std::vector<constraint_description>& constraints) {
        result<std::shared_ptr<const archetype>> kind = gltf::make_kind(model_, std::move(springs));
        if (!kind) {
            return kind.why();
        }
        result<basic_constraint_set<float>> built =
            build_constraints<float>(constraints, model_.bones);
        if (!built) {
            return error{built.why().name, options_.in.string() + ": " + built.why().message};
        }
        archetype whole = **kind;
        whole.constraints = *std::move(built);
        kind_ = std::make_shared<const archetype>(std::move(whole));
        return std::nullopt;
    }

    std::optional<error> simulate() {
        const auto clips = std::make_shared<const clip_set>(model_.clips);
        for (const std::int32_t clip : clips_) {
            const std::string name = clip < 0
                                         ? added_clip_name
                                         : model_.clips.clips[static_cast<std::size_t>(clip)].name;
            record_progress tell;
            if (tell_) {
                tell = [&](std::size_t done, std::size_t of) { tell_(name, done, of); };
            }
            result<recorded_motion> motion =
                record_motion(kind_, clips, clip, options_.record, tell);
            if (!motion) {
                return error{motion.why().name, options_.in.string() + ": " + motion.why().message};
            }
            motion->clip = name;
            motions_.push_back(*std::move(motion));
        }
        return std::nullopt;
    }

    /// Farthest that springs take an end of a bone from where the clip has it.
    double swing_of(const recorded_motion& motion) const {
        double most = 0;
        for (std::size_t f = 0; f < motion.frame_count(); ++f) {
            const auto animated = model_pose(motion, motion.animated, f);
            const auto shown = model_pose(motion, motion.shown, f);
            for (std::size_t b = 0; b < shown.size(); ++b) {
                const vec3<double> tail = cast<double>(
                    kind_->rig.tail_local[static_cast<std::size_t>(motion.bones[b].bone)]);
                most = std::max(most, length(shown[b] * tail - animated[b] * tail));
            }
        }
        return most;
    }

    void describe(const recorded_motion& motion, const baked_tracks& tracks) {
        baked_clip out;
        out.name = motion.clip;
        out.seconds = static_cast<double>(motion.times.back());
        out.frames = motion.frame_count();
        out.tracks = tracks.tracks.size();
        for (const baked_track& track : tracks.tracks) {
            const std::string& bone = kind_->rig.names[static_cast<std::size_t>(track.bone)];
            if (out.moved.empty() || out.moved.back() != bone) {
                out.moved.push_back(bone);
            }
        }
        out.keys_before = tracks.keys_before;
        out.keys_after = tracks.keys_after;
        out.max_error = tracks.max_error;
        out.max_swing = swing_of(motion);
        out.loop = motion.loop;
        if (motion.shear > 1e-3) {
            report_.warnings.push_back(
                "clip \"" + motion.clip +
                "\": bones are scaled differently along their axes, and a turn under that shears "
                "them, which glTF cannot say: the nearest rotation and scale are written");
        }
        if (motion.loop.clip_gap > 1e-3 * report_.extent) {
            report_.warnings.push_back("clip \"" + motion.clip +
                                       "\": does not end in the pose it starts with, so it jumps "
                                       "there with or without springs");
        }
        report_.clips.push_back(std::move(out));
    }

    std::optional<error> write() {
        if (options_.format != bake_format::glb) {
            return write_table();
        }
        result<glb_document> document =
            glb_document::make(model_.json, model_.buffers, options_.in);
        if (!document) {
            return document.why();
        }
        if (std::optional<error> wrong = write_helpers(*document, model_, helpers_)) {
            return wrong;
        }
        const double tolerance = options_.tolerance.value_or(default_tolerance * report_.extent);
        for (const recorded_motion& motion : motions_) {
            const baked_tracks tracks = make_tracks(motion, kind_->rig, tolerance);
            describe(motion, tracks);
            if (std::optional<error> wrong =
                    write_clip(*document, model_, tracks, motion.clip_index)) {
                return wrong;
            }
        }
        warn_of_images(*document);
        return document->save(options_.out);
    }

    std::optional<error> write_table() {
        for (const recorded_motion& motion : motions_) {
            describe(motion, {});
        }
        for (const recorded_bone& bone : motions_.front().bones) {
            report_.table_bones.push_back(kind_->rig.names[static_cast<std::size_t>(bone.bone)]);
        }
        return replace_file(options_.out, options_.format == bake_format::csv
                                              ? motion_csv(motions_, kind_->rig)
                                              : motion_npy(motions_.front(), kind_->rig));
    }

    /// Pictures beside the model are found from its folder only.
    void warn_of_images(const glb_document& document) {
        std::error_code ignored;
        const auto folder = [](const fs::path& file) {
            return file.has_parent_path() ? file.parent_path() : fs::path(".");
        };
        const nlohmann::ordered_json& json = document.json();
        if (fs::equivalent(folder(options_.in), folder(options_.out), ignored) ||
            !json.contains("images") || !json["images"].is_array()) {
            return;
        }
        for (const auto& image : json["images"]) {
            if (image.is_object() && image.contains("uri") && image["uri"].is_string() &&
                image["uri"].get_ref<const std::string&>().rfind("data:", 0) != 0) {
                report_.warnings.push_back(
                    options_.out.string() +
                    ": has images in files beside the model; copy those there too");
                return;
            }
        }
    }

    const bake_options& options_;
    const bake_progress& tell_;
    gltf::model model_;
    added_helpers helpers_;
    std::vector<std::int32_t> clips_; ///< to bake; -1: the rest pose
    std::shared_ptr<const archetype> kind_;
    std::vector<recorded_motion> motions_;
    bake_report report_;
};

} // namespace

result<bake_report> bake_file(const bake_options& options, const bake_progress& tell) {
    return baking(options, tell).run();
}

} // namespace jounce::bake
