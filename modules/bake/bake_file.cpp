#include <jounce/modules/bake/bake_file.hpp>

#include <jounce/modules/bake/baking.hpp>
#include <jounce/modules/bake/describe_clip.hpp>
#include <jounce/modules/bake/glb_document.hpp>
#include <jounce/modules/bake/motion_table.hpp>
#include <jounce/modules/bake/read_unbaked.hpp>
#include <jounce/modules/bake/whole_progress.hpp>
#include <jounce/modules/bake/write_clip.hpp>
#include <jounce/modules/bake/write_flesh.hpp>
#include <jounce/modules/bake/write_helpers.hpp>
#include <jounce/modules/files/replace_file.hpp>
#include <jounce/modules/gltf/spawn.hpp>
#include <jounce/modules/rig/follow_affine_frames.hpp>
#include <jounce/modules/rig/spring_bones.hpp>
#include <jounce/modules/tuning/nearest_name.hpp>

#include <algorithm>
#include <utility>

namespace jounce::bake {

result<bake_report> baking::run() {
    for (const auto step :
         {&baking::check_output, &baking::read, &baking::choose_clips, &baking::choose_springs,
          &baking::check_springs, &baking::simulate, &baking::write}) {
        if (std::optional<error> wrong = (this->*step)()) {
            return *std::move(wrong);
        }
    }
    return std::move(report_);
}

std::optional<error> baking::check_output() {
    const result<bake_format> chosen = choose_output(options_.in, options_.out, options_.format);
    if (!chosen) {
        return chosen.error();
    }
    format_ = *chosen;
    return std::nullopt;
}

std::optional<error> baking::read() {
    result<unbaked_model> read =
        read_unbaked(options_.in, options_.clip, options_.keep_baked, format_ == bake_format::glb);
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

std::optional<error> baking::choose_clips() {
    const std::vector<clip>& all = model_.clips.clips;
    std::vector<std::string_view> names;
    for (std::size_t c = 0; c < all.size(); ++c) {
        names.push_back(all[c].name);
        if (options_.clip.empty() || options_.clip == all[c].name) {
            clips_.push_back(static_cast<std::int32_t>(c));
        }
    }
    if (clips_.empty() && rest_clip_gone_) {
        clips_.push_back(-1); // baked again
    }
    if (clips_.empty() && !options_.clip.empty()) {
        return error{errors::unknown_clip, options_.in.string() + ": has no clip \"" +
                                               options_.clip + "\"; " +
                                               did_you_mean(options_.clip, names)};
    }
    if (clips_.empty()) {
        clips_.push_back(-1);
    }
    if (format_ == bake_format::npy && clips_.size() > 1) {
        return error{errors::one_clip_only, options_.in.string() + ": has " +
                                                std::to_string(clips_.size()) +
                                                " clips, an array holds one; choose it by --clip"};
    }
    return std::nullopt;
}

std::optional<error> baking::simulate() {
    // The steps of flexible bones are no jolts. What is recorded is relative to parents, so it fits theirs.
    const auto clips = std::make_shared<const clip_set>(
        follow_affine_frames(model_.bones, gltf::joint_bones(model_), model_.clips));
    record_options record = options_.record;
    record.every_bone = format_ != bake_format::glb && options_.table == table_choice::every_bone;
    if (flesh_) {
        record.flesh_weight = flesh_->weight;
        record.flesh_at = [this](double tick_rate) {
            authoring::model_tissue landing = *flesh_;
            landing.run.tick_rate = tick_rate;
            return authoring::make_flesh(landing, model_, *kind_);
        };
    }
    std::vector<double> seconds;
    for (const std::int32_t clip : clips_) {
        seconds.push_back(
            clip < 0
                ? record.seconds
                : static_cast<double>(model_.clips.clips[static_cast<std::size_t>(clip)].duration));
    }
    whole_progress progress(tell_, seconds, record.fps, record.loop);
    for (std::size_t c = 0; c < clips_.size(); ++c) {
        const std::int32_t clip = clips_[c];
        const std::string name =
            clip < 0 ? added_clip_name : model_.clips.clips[static_cast<std::size_t>(clip)].name;
        result<recorded_motion> motion =
            record_motion(kind_, clips, clip, record, progress.of_clip(c, name));
        if (!motion) {
            return error{motion.error().name, options_.in.string() + ": " + motion.error().message};
        }
        motion->clip = name;
        motions_.push_back(*std::move(motion));
    }
    return std::nullopt;
}

void baking::describe(const recorded_motion& motion, const baked_tracks& tracks) {
    report_.clips.push_back(describe_clip(motion, tracks, kind_->rig, metres_));
    add_warnings(report_.clips.back(), motion.shear, report_);
}

void baking::tell_step() {
    if (tell_) {
        tell_("writing", steps_++, 3 * motions_.size() + 1);
    }
}

std::optional<error> baking::write() {
    tell_step();
    if (format_ != bake_format::glb) {
        return write_table();
    }
    result<glb_document> document = glb_document::make(model_.json, model_.buffers, options_.in);
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
        animations_.push_back(motion.clip_index);
        if (std::optional<error> wrong =
                write_clip(*document, model_, tracks, animations_.back(), facts_)) {
            return wrong;
        }
        tell_step();
    }
    if (flesh_) {
        if (std::optional<error> wrong = write_flesh_of(*document)) {
            return wrong;
        }
    }
    if (leaves_images_behind(document->json(), options_.in, options_.out)) {
        report_.warnings.push_back(options_.out.string() +
                                   ": has images in files beside the model; copy those there too");
    }
    return document->save(options_.out);
}

std::optional<error> baking::write_flesh_of(glb_document& document) {
    const double extent = extent_of(model_.bones);
    const double tolerance =
        options_.tolerance ? *options_.tolerance / metres_ : default_flesh_tolerance * extent;
    const flesh_shapes shapes = make_flesh_shapes(*kind_->tissue, motions_, tolerance);
    const std::size_t before = document.binary_size();
    const flesh_output output = {*kind_->tissue, flesh_->skin, shapes, motions_, animations_};
    if (std::optional<error> wrong = write_flesh(document, model_, output, facts_)) {
        return wrong;
    }
    report_.flesh.targets = shapes.shapes.size();
    report_.flesh.bytes = document.binary_size() - before;
    report_.flesh.max_error = metres_ * shapes.max_error;
    report_.flesh.max_swing = metres_ * shapes.max_swing;
    return std::nullopt;
}

std::optional<error> baking::write_table() {
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

result<bake_report> bake_file(const bake_options& options, const bake_progress& tell) {
    return baking(options, tell).run();
}

} // namespace jounce::bake
