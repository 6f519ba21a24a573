#include <jounce/modules/bake/bake_file.hpp>

#include <jounce/modules/authoring/add_helpers.hpp>
#include <jounce/modules/authoring/model_units.hpp>
#include <jounce/modules/bake/bake_mark.hpp>
#include <jounce/modules/bake/describe_clip.hpp>
#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/bake/motion_table.hpp>
#include <jounce/modules/bake/read_unbaked.hpp>
#include <jounce/modules/bake/whole_progress.hpp>
#include <jounce/modules/bake/write_clip.hpp>
#include <jounce/modules/bake/write_helpers.hpp>
#include <jounce/modules/files/replace_file.hpp>
#include <jounce/modules/gltf/model.hpp>
#include <jounce/modules/rig/spring_bones.hpp>
#include <jounce/modules/tuning/nearest_name.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce::bake {
namespace {

/// A bake on its way. Each step either goes on or leaves an error.
class baking {
public:
    baking(const bake_options& options, const bake_progress& tell)
        : options_(options), tell_(tell) {}

    result<bake_report> run() {
        for (const auto step :
             {&baking::check_output, &baking::read, &baking::choose_clips, &baking::choose_springs,
              &baking::check_springs, &baking::simulate, &baking::write}) {
            if (std::optional<error> wrong = (this->*step)()) {
                return *std::move(wrong);
            }
        }
        return std::move(report_);
    }

private:
    /// What is sure to fail at the end is said at the start.
    std::optional<error> check_output() {
        const result<bake_format> chosen =
            choose_output(options_.in, options_.out, options_.format);
        if (!chosen) {
            return chosen.error();
        }
        format_ = *chosen;
        return std::nullopt;
    }

    std::optional<error> read() {
        result<unbaked_model> read = read_unbaked(options_.in, options_.clip, options_.keep_baked,
                                                  format_ == bake_format::glb);
        if (!read) {
            return read.error();
        }
        model_ = std::move(read->model);
        rest_clip_gone_ = read->rest_clip_gone;
        report_.warnings = std::move(read->notes);
        for (const std::string& warning : model_.warnings) {
            // A mesh that is drawn often says the same as often.
            std::vector<std::string>& all = report_.warnings;
            if (std::find(all.begin(), all.end(), warning) == all.end()) {
                all.push_back(warning);
            }
        }
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
        if (clips_.empty() && rest_clip_gone_) {
            clips_.push_back(-1); // baked anew
        }
        if (clips_.empty() && !options_.clip.empty()) {
            return error{"unknown_clip", options_.in.string() + ": has no clip \"" + options_.clip +
                                             "\"; " + did_you_mean(options_.clip, names)};
        }
        if (clips_.empty()) {
            clips_.push_back(-1);
        }
        if (format_ == bake_format::npy && clips_.size() > 1) {
            return error{"one_clip_only", options_.in.string() + ": has " +
                                              std::to_string(clips_.size()) +
                                              " clips, an array holds one; choose it by --clip"};
        }
        return std::nullopt;
    }

    std::optional<error> choose_springs() {
        result<authoring::spring_source> source =
            authoring::find_springs(model_, options_.springs, false);
        if (!source) {
            return source.error();
        }
        report_.origin = source->origin;
        report_.springs_from = source->place;
        if (options_.metres_per_unit) {
            source->settings.metres_per_unit = options_.metres_per_unit;
        }
        metres_ =
            source->settings.metres_per_unit.value_or(authoring::likely_metres_per_unit(model_));
        if (!(metres_ > 0 && std::isfinite(metres_))) {
            return error{"bad_option", "metres_per_unit is " + std::to_string(metres_) +
                                           ", it must be a number above 0"};
        }
        authoring::set_unit(model_, source->settings);
        report_.metres_per_unit = metres_;
        report_.extent = metres_ * extent_of(model_.bones);
        result<authoring::added_helpers> helpers = authoring::add_helpers(model_, source->settings);
        if (!helpers) {
            return helpers.error();
        }
        helpers_ = *std::move(helpers);
        report_.warnings.insert(report_.warnings.end(), helpers_.warnings.begin(),
                                helpers_.warnings.end());
        report_.warnings.insert(report_.warnings.end(), source->warnings.begin(),
                                source->warnings.end());
        if (source->origin == authoring::spring_origin::none) {
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
        result<spring_set> springs = authoring::build_springs(
            *source, model_.bones, options_.solver, options_.record.fps, report_.warnings);
        if (!springs) {
            return springs.error();
        }
        if ((options_.contact_rounds || options_.radius_scale) && springs->solver != vrm_solver) {
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
        result<std::shared_ptr<const character_kind>> kind =
            gltf::make_kind(model_, std::move(springs));
        if (!kind) {
            return kind.error();
        }
        result<basic_constraint_set<float>> built =
            build_constraints<float>(constraints, model_.bones);
        if (!built) {
            return error{built.error().name, options_.in.string() + ": " + built.error().message};
        }
        character_kind whole = **kind;
        whole.constraints = *std::move(built);
        kind_ = std::make_shared<const character_kind>(std::move(whole));
        return std::nullopt;
    }

    std::optional<error> check_springs() {
        facts_.solver = report_.solver.name;
        facts_.fps = options_.record.fps;
        facts_.loop = options_.record.loop;
        const std::vector<std::int32_t> springs = spring_bones(*kind_);
        for (const std::int32_t bone : springs) {
            facts_.springs.push_back(kind_->rig.names[static_cast<std::size_t>(bone)]);
        }
        if (format_ != bake_format::glb && options_.table == table_choice::springs &&
            springs.empty()) {
            return error{"no_springs", options_.in.string() +
                                           ": has no springs, so a table of their bones would be "
                                           "empty; give some by --springs, or ask for all bones"};
        }
        return options_.keep_baked ? check_not_baked(model_, clips_, springs) : std::nullopt;
    }

    std::optional<error> simulate() {
        const auto clips = std::make_shared<const clip_set>(model_.clips);
        record_options record = options_.record;
        record.every_bone =
            format_ != bake_format::glb && options_.table == table_choice::every_bone;
        std::vector<double> seconds;
        for (const std::int32_t clip : clips_) {
            seconds.push_back(
                clip < 0 ? record.seconds
                         : static_cast<double>(
                               model_.clips.clips[static_cast<std::size_t>(clip)].duration));
        }
        whole_progress progress(tell_, std::move(seconds), record.fps, record.loop);
        for (std::size_t c = 0; c < clips_.size(); ++c) {
            const std::int32_t clip = clips_[c];
            const std::string name = clip < 0
                                         ? added_clip_name
                                         : model_.clips.clips[static_cast<std::size_t>(clip)].name;
            result<recorded_motion> motion =
                record_motion(kind_, clips, clip, record, progress.of_clip(c, name));
            if (!motion) {
                return error{motion.error().name,
                             options_.in.string() + ": " + motion.error().message};
            }
            motion->clip = name;
            motions_.push_back(*std::move(motion));
        }
        return std::nullopt;
    }

    void describe(const recorded_motion& motion, const baked_tracks& tracks) {
        report_.clips.push_back(describe_clip(motion, tracks, kind_->rig, metres_));
        add_warnings(report_.clips.back(), motion.shear, report_);
    }

    /// A step of writing: three for each clip, and the file.
    void tell_step() {
        if (tell_) {
            tell_("writing", steps_++, 3 * motions_.size() + 1);
        }
    }

    std::optional<error> write() {
        tell_step();
        if (format_ != bake_format::glb) {
            return write_table();
        }
        result<glb_document> document =
            glb_document::make(model_.json, model_.buffers, options_.in);
        if (!document) {
            return document.error();
        }
        if (std::optional<error> wrong = write_helpers(*document, model_, helpers_)) {
            return wrong;
        }
        const double tolerance = options_.tolerance ? *options_.tolerance / metres_
                                                    : default_tolerance * extent_of(model_.bones);
        for (const recorded_motion& motion : motions_) {
            const baked_tracks tracks = make_tracks(motion, kind_->rig, tolerance);
            tell_step();
            describe(motion, tracks);
            tell_step();
            if (std::optional<error> wrong =
                    write_clip(*document, model_, tracks, motion.clip_index, facts_)) {
                return wrong;
            }
            tell_step();
        }
        if (leaves_images_behind(document->json(), options_.in, options_.out)) {
            report_.warnings.push_back(
                options_.out.string() +
                ": has images in files beside the model; copy those there too");
        }
        return document->save(options_.out);
    }

    std::optional<error> write_table() {
        for (const recorded_motion& motion : motions_) {
            describe(motion, {});
        }
        for (const recorded_bone& bone : motions_.front().bones) {
            report_.table_bones.push_back(kind_->rig.names[static_cast<std::size_t>(bone.bone)]);
        }
        return replace_file(options_.out, format_ == bake_format::csv
                                              ? motion_csv(motions_, kind_->rig)
                                              : motion_npy(motions_.front(), kind_->rig));
    }

    const bake_options& options_;
    const bake_progress& tell_;
    bake_format format_ = bake_format::glb;
    gltf::model model_;
    bool rest_clip_gone_ = false;
    double metres_ = 1; ///< per unit of the model
    bake_facts facts_;
    authoring::added_helpers helpers_;
    std::vector<std::int32_t> clips_; ///< to bake; -1: the rest pose
    std::shared_ptr<const character_kind> kind_;
    std::vector<recorded_motion> motions_;
    std::size_t steps_ = 0; ///< of writing
    bake_report report_;
};

} // namespace

result<bake_report> bake_file(const bake_options& options, const bake_progress& tell) {
    return baking(options, tell).run();
}

} // namespace jounce::bake
