#include <jounce/modules/binding/bind_file.hpp>

#include <jounce/modules/bake/bake_output.hpp>
#include <jounce/modules/binding/bind_groups.hpp>
#include <jounce/modules/binding/bind_helpers.hpp>
#include <jounce/modules/binding/bone_segments.hpp>
#include <jounce/modules/binding/choose_bones.hpp>
#include <jounce/modules/binding/report_parts.hpp>
#include <jounce/modules/binding/write_bound.hpp>
#include <jounce/modules/files/suffix.hpp>
#include <jounce/modules/tuning/nearest_name.hpp>
#include <jounce/modules/weights/clean_up.hpp>

#include <algorithm>
#include <span>
#include <system_error>
#include <utility>

namespace jounce::binding {
namespace {

namespace fs = std::filesystem;

/// The file to bind, step by step. A step either succeeds or gives an error.
class file_binding {
public:
    file_binding(const bind_file_options& options, const bind_progress& tell)
        : options_(options), tell_(tell) {}

    result<bind_file_report> run() {
        for (const auto step :
             {&file_binding::check_output, &file_binding::read, &file_binding::add_bones,
              &file_binding::plan, &file_binding::check_names, &file_binding::bind,
              &file_binding::write, &file_binding::add_helpers, &file_binding::save}) {
            if (std::optional<error> wrong = (this->*step)()) {
                return *std::move(wrong);
            }
        }
        return std::move(report_);
    }

private:
    /// Fails at the start if the end is sure to fail.
    std::optional<error> check_output() {
        std::error_code ignored;
        if (fs::equivalent(options_.in, options_.out, ignored)) {
            return error{errors::cannot_write,
                         options_.out.string() +
                             ": is the model itself; give another name, so that it can be bound "
                             "again"};
        }
        if (lower_suffix(options_.out) == ".vrm") {
            return check_suffix(options_.out, ".vrm", "a bound model");
        }
        return check_suffix(options_.out, ".glb", "a bound model");
    }

    std::optional<error> read() {
        tell("reading", 0);
        result<gltf::model> model = gltf::read_model(options_.in);
        return model ? take(*std::move(model)) : std::optional<error>(model.error());
    }

    std::optional<error> take(gltf::model model) {
        model_ = std::move(model);
        result<bake::glb_document> made =
            bake::glb_document::make(model_.json, model_.buffers, options_.in);
        if (!made) {
            return made.error();
        }
        document_.emplace(*std::move(made));
        return std::nullopt;
    }

    std::optional<error> add_bones() {
        if (options_.bones.empty()) {
            return std::nullopt;
        }
        for (const auto& node : document_->json()["nodes"]) {
            if (node.contains("mesh") && node.contains("skin")) {
                return error{errors::inconsistent,
                             options_.in.string() +
                                 ": has a skin, whose joints are the bones; leave out --bones"};
            }
        }
        result<added_skeleton> added = add_skeleton(*document_, options_.bones, options_.root);
        if (!added) {
            return added.error();
        }
        added_ = *std::move(added);
        report_.nodes_added = added_->added;
        // Read again, so that the new nodes have passed all checks and are bones like others.
        const result<std::string> bytes = document_->bytes();
        if (!bytes) {
            return bytes.error();
        }
        result<gltf::model> again =
            gltf::parse_model(std::as_bytes(std::span(*bytes)), options_.in);
        return again ? take(*std::move(again)) : std::optional<error>(again.error());
    }

    std::optional<error> plan() {
        result<bind_plan> plan =
            plan_binding(model_, document_->json(), options_.root, added_, options_.all_meshes);
        if (!plan) {
            return plan.error();
        }
        plan_ = *std::move(plan);
        add_reader_warnings(model_, report_.warnings);
        report_.warnings.insert(report_.warnings.end(), plan_.warnings.begin(),
                                plan_.warnings.end());
        return std::nullopt;
    }

    std::optional<error> check_names() {
        std::vector<std::string_view> known;
        for (const bind_group& group : plan_.groups) {
            known.insert(known.end(), group.bones.names.begin(), group.bones.names.end());
        }
        for (const std::string& name : options_.without) {
            if (std::find(known.begin(), known.end(), name) == known.end()) {
                return error{errors::unknown_bone, options_.in.string() + ": has no bone \"" +
                                                       name + "\" to leave out; " +
                                                       did_you_mean(name, known)};
            }
        }
        return std::nullopt;
    }

    std::optional<error> bind() {
        if (options_.keeps_weights) {
            return std::nullopt;
        }
        for (std::size_t g = 0; g < plan_.groups.size(); ++g) {
            if (std::optional<error> wrong = bind_group_at(g)) {
                wrong->message = options_.in.string() + ": " + wrong->message;
                return wrong;
            }
        }
        return std::nullopt;
    }

    std::optional<error> bind_group_at(std::size_t g) {
        const bind_group& group = plan_.groups[g];
        const chosen_bones chosen = choose_bones(
            {group.bones, group.positions, group.owned, options_.without, options_.all_bones});
        const std::vector<weights::bone_segment> segments = segments_of(group.bones, chosen.used);
        if (segments.empty()) {
            return error{errors::no_bone, "all bones are left out; leave out fewer by --without"};
        }
        weights::bind_options options = options_.bind;
        const double groups = static_cast<double>(plan_.groups.size());
        options.work.progress = [&](std::string_view step, double share) {
            return tell(step, (static_cast<double>(g) + share) / groups);
        };
        const weights::surface surface = {group.positions, group.triangles};
        result<weights::bound_surface> bound = weights::bind_surface(surface, segments, options);
        if (!bound) {
            return bound.error();
        }
        if (options_.smooth > 0) {
            tell("smoothing", (static_cast<double>(g) + 1) / groups);
            weights::smooth(bound->weights, surface, options_.smooth);
            weights::tidy(bound->weights, options.influences, options.threshold);
        }
        add_to_report(model_, group, chosen, *bound, report_);
        tables_.push_back(std::move(bound->weights));
        return std::nullopt;
    }

    std::optional<error> write() {
        if (options_.keeps_weights) {
            return std::nullopt;
        }
        if (!tell("writing", 1)) {
            return error{errors::cancelled, options_.in.string() + ": binding was cancelled"};
        }
        const result<written_binding> written =
            write_bound(*document_, model_, plan_, tables_, options_.format);
        if (!written) {
            return written.error();
        }
        report_.primitives = written->primitives;
        report_.skins_added = written->skins;
        report_.rounding = written->rounding;
        add_repair_warnings(report_);
        return std::nullopt;
    }

    std::optional<error> add_helpers() {
        if (options_.helpers.empty()) {
            return std::nullopt;
        }
        result<bound_helpers> added =
            bind_helpers(*document_, options_.in, options_.helpers, options_.bind.influences,
                         options_.bind.threshold);
        if (!added) {
            return added.error();
        }
        report_.helpers = std::move(added->names);
        report_.reasons = std::move(added->reasons);
        report_.warnings.insert(report_.warnings.end(), added->warnings.begin(),
                                added->warnings.end());
        return std::nullopt;
    }

    std::optional<error> save() {
        if (bake::leaves_images_behind(document_->json(), options_.in, options_.out)) {
            report_.warnings.push_back(
                options_.out.string() +
                ": has images in files beside the model; copy those there too");
        }
        return document_->save(options_.out);
    }

    bool tell(std::string_view step, double share) const { return !tell_ || tell_(step, share); }

    const bind_file_options& options_;
    const bind_progress& tell_;
    gltf::model model_;
    std::optional<bake::glb_document> document_;
    std::optional<added_skeleton> added_;
    bind_plan plan_;
    std::vector<weights::weight_table> tables_; ///< [group]
    bind_file_report report_;
};

} // namespace

result<bind_file_report> bind_file(const bind_file_options& options, const bind_progress& tell) {
    return file_binding(options, tell).run();
}

} // namespace jounce::binding
