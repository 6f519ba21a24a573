#include <jounce/modules/authoring/suggest_springs.hpp>

#include <jounce/components/base/scalar_math.hpp>
#include <jounce/modules/authoring/bone_words.hpp>
#include <jounce/modules/authoring/model_units.hpp>
#include <jounce/modules/authoring/spring_source.hpp>
#include <jounce/modules/rig/spring_bones.hpp>
#include <jounce/modules/tuning/presets.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace jounce::authoring {
namespace {

constexpr std::size_t least_unnamed = 3;  ///< bones of a chain that only its shape gives away
constexpr std::size_t least_body = 3;     ///< bones that must be named for that
constexpr std::size_t most_flesh = 2;     ///< a longer chain of that name is part of the spine
constexpr std::size_t least_weak = 2;     ///< bones in a row where the word has other meanings too
constexpr std::size_t least_machine = 2;  ///< parts of a machine that make the model one
constexpr double long_hair_share = 0.2;   ///< of the model's size
constexpr double animal_ear_share = 0.05; ///< shorter ones of somebody with fingers are human
constexpr double shortest_share = 1e-4;   ///< a bone below that has no direction to swing about

class chain_finder {
public:
    explicit chain_finder(const gltf::model& in)
        : model_(in), rig_(in.bones), extent_(extent_of(in.bones)),
          vertices_(vertices_of_bones(in)), unit_(units_per_metre(in)) {
        const std::size_t count = rig_.parents.size();
        children_.resize(count);
        const std::vector<std::vector<std::string>> words = words_of_all(rig_.names);
        for (std::size_t b = 0; b < count; ++b) {
            meanings_.push_back(meaning_of(words[b]));
            body_ += meanings_.back().is_body ? 1U : 0U;
            machine_ += meanings_.back().is_machine ? 1U : 0U;
            has_fingers_ = has_fingers_ || meanings_.back().is_hand;
            if (rig_.parents[b] >= 0) {
                children_[static_cast<std::size_t>(rig_.parents[b])].push_back(b);
            }
        }
        has_skin_ = std::any_of(in.is_joint.begin(), in.is_joint.end(),
                                [](std::uint8_t joint) { return joint != 0; });
        taken_.resize(count);
        reaches_vertices_.resize(count);
        carries_body_.resize(count);
        for (std::size_t b = count; b-- > 0;) {
            reaches_vertices_[b] = reaches_vertices_[b] || vertices_[b] > 0;
            carries_body_[b] = carries_body_[b] || meanings_[b].is_body;
            if (rig_.parents[b] >= 0) {
                const std::size_t parent = static_cast<std::size_t>(rig_.parents[b]);
                reaches_vertices_[parent] = reaches_vertices_[parent] || reaches_vertices_[b];
                carries_body_[parent] = carries_body_[parent] || carries_body_[b];
            }
        }
    }

    suggestion find() {
        by_name();
        if (body_ >= least_body) {
            by_shape();
        } else if (out_.chains.empty()) {
            out_.notes.push_back("the names of the bones say nothing of what they are, so chains "
                                 "were not told from limbs: choose spring bones by hand");
        }
        if (unit_ != 1) {
            out_.notes.push_back("the model is " + std::to_string(extent_) +
                                 " units large, so one metre was taken for " +
                                 std::to_string(static_cast<long>(unit_)) +
                                 " of them; if it is not, say metres_per_unit in the settings");
        }
        return std::move(out_);
    }

private:
    /// Bones that a chain may consist of. What carries an arm or a head is a torso, whatever it is called.
    bool may_swing(std::size_t b) const {
        const bool used = !has_skin_ || (model_.is_joint[b] != 0 && reaches_vertices_[b]);
        return used && !carries_body_[b] && !meanings_[b].is_fixed && !taken_[b];
    }

    double length_of(std::size_t b) const {
        return length(cast<double>(rig_.rest_tail[b]) - cast<double>(rig_.rest_head[b]));
    }

    /// Checks whether hierarchy and size contradict the name.
    bool fits(const name_meaning& meaning, const std::vector<std::int32_t>& bones,
              std::size_t root) const {
        if (meaning.is_weak && bones.size() < least_weak) {
            return false;
        }
        if (meaning.preset == "belly") {
            return bones.size() <= most_flesh && subtree(root).size() <= most_flesh + 1;
        }
        if (meaning.preset == "ear" && has_fingers_) {
            return length_of(bones) >= animal_ear_share * extent_;
        }
        const bool is_machine = machine_ >= least_machine && body_ < least_body;
        return !is_machine || (!meaning.is_weak && meaning.preset != "tail" &&
                               meaning.preset != "hair" && meaning.preset != "skirt");
    }

    /// The bone and all below it that may swing, parents first.
    std::vector<std::int32_t> below(std::size_t root) const {
        std::vector<std::uint8_t> in_chain(rig_.parents.size(), 0);
        std::vector<std::int32_t> out;
        for (std::size_t b = root; b < in_chain.size(); ++b) {
            const std::int32_t parent = rig_.parents[b];
            const bool hangs =
                b == root || (parent >= 0 && in_chain[static_cast<std::size_t>(parent)] != 0);
            if (hangs && may_swing(b)) {
                in_chain[b] = 1;
                out.push_back(static_cast<std::int32_t>(b));
            }
        }
        return out;
    }

    /// The bone and all below it.
    std::vector<std::int32_t> subtree(std::size_t root) const {
        std::vector<std::int32_t> out = {static_cast<std::int32_t>(root)};
        for (std::size_t i = 0; i < out.size(); ++i) {
            for (const std::size_t child : children_[static_cast<std::size_t>(out[i])]) {
                out.push_back(static_cast<std::int32_t>(child));
            }
        }
        return out;
    }

    double length_of(const std::vector<std::int32_t>& bones) const {
        double longest = 0;
        std::vector<double> reach(rig_.parents.size(), 0);
        for (const std::int32_t bone : bones) {
            const std::size_t b = static_cast<std::size_t>(bone);
            const std::int32_t parent = rig_.parents[b];
            reach[b] = (parent < 0 ? 0 : reach[static_cast<std::size_t>(parent)]) + length_of(b);
            longest = std::max(longest, reach[b]);
        }
        return longest;
    }

    void by_name() {
        for (std::size_t b = 0; b < rig_.parents.size(); ++b) {
            const name_meaning& meaning = meanings_[b];
            if (meaning.preset.empty() || !may_swing(b) ||
                (meaning.is_end && rig_.parents[b] >= 0)) {
                continue;
            }
            const std::vector<std::int32_t> bones = below(b);
            if (!fits(meaning, bones, b)) {
                continue;
            }
            std::string preset(meaning.preset);
            if (preset == "hair" && length_of(bones) > long_hair_share * extent_) {
                preset = "long_hair";
            }
            add(bones, preset, "its name has the word \"" + meaning.word + "\"");
        }
    }

    void by_shape() {
        for (std::size_t leaf = 0; leaf < rig_.parents.size(); ++leaf) {
            if (!children_[leaf].empty()) {
                continue;
            }
            // Up from the end while nothing else branches off.
            std::vector<std::int32_t> bones;
            std::int32_t b = static_cast<std::int32_t>(leaf);
            while (b >= 0 && children_[static_cast<std::size_t>(b)].size() <= 1 &&
                   !meanings_[static_cast<std::size_t>(b)].is_body &&
                   !meanings_[static_cast<std::size_t>(b)].is_fixed &&
                   !taken_[static_cast<std::size_t>(b)]) {
                bones.push_back(b);
                b = rig_.parents[static_cast<std::size_t>(b)];
            }
            std::reverse(bones.begin(), bones.end());
            std::erase_if(
                bones, [&](std::int32_t one) { return !may_swing(static_cast<std::size_t>(one)); });
            const bool hangs = b >= 0 && !meanings_[static_cast<std::size_t>(b)].is_limb &&
                               children_[static_cast<std::size_t>(b)].size() > 1;
            if (hangs && bones.size() >= least_unnamed) {
                add(bones, "tail",
                    "it dangles: " + std::to_string(bones.size()) + " bones in a row on \"" +
                        rig_.names[static_cast<std::size_t>(b)] + "\" without a name of a body");
            }
        }
    }

    void add(const std::vector<std::int32_t>& bones, const std::string& preset, std::string why) {
        suggested_chain chain;
        const std::size_t root = static_cast<std::size_t>(bones.front());
        for (const std::int32_t bone : bones) {
            const std::size_t b = static_cast<std::size_t>(bone);
            taken_[b] = true;
            const bool only_marks =
                meanings_[b].is_end && children_[b].empty() && vertices_[b] == 0 && b != root;
            if (!only_marks && length_of(b) > shortest_share * extent_) {
                chain.bones.push_back(bone);
            }
        }
        if (chain.bones.empty()) {
            out_.notes.push_back(
                "\"" + rig_.names[root] + "\" would swing (" + why +
                "), but has no length: give the model a bone of some length there");
            return;
        }
        chain.entry.preset = preset;
        chain.entry.chain = rig_.names[root];
        for (const std::int32_t bone : subtree(root)) {
            if (std::find(chain.bones.begin(), chain.bones.end(), bone) == chain.bones.end()) {
                chain.entry.except.push_back(rig_.names[static_cast<std::size_t>(bone)]);
            }
        }
        if (!chain.entry.except.empty()) {
            why += "; bones of it that move no vertex, have no length or are hard are left out";
        }
        chain.why = std::move(why);
        out_.chains.push_back(std::move(chain));
    }

    const gltf::model& model_;
    const rig& rig_;
    double extent_;
    std::vector<std::size_t> vertices_;
    double unit_;
    bool has_skin_ = false;
    std::size_t body_ = 0;
    std::size_t machine_ = 0;
    bool has_fingers_ = false;
    std::vector<name_meaning> meanings_;
    std::vector<std::vector<std::size_t>> children_;
    std::vector<bool> taken_;
    std::vector<bool> reaches_vertices_; ///< it or something below it
    std::vector<bool> carries_body_;     ///< it is one, or something below it
    suggestion out_;
};

/// Why these chains could not be simulated once they are in a file; nothing if they can.
std::optional<error> refusal_of(const std::vector<suggested_chain>& chains, const gltf::model& in) {
    suggestion all;
    all.chains = chains;
    result<spring_file> read =
        parse_spring_file(write_spring_file(settings_of(all, in)), in.file.stem());
    if (!read) {
        return read.error();
    }
    spring_source source;
    source.origin = spring_origin::settings;
    source.settings = *std::move(read);
    std::vector<std::string> warnings;
    const auto made = build_springs(source, in.bones, std::nullopt, 60, warnings);
    return made ? std::nullopt : std::optional<error>(made.error());
}

} // namespace

suggestion suggest_springs(const gltf::model& in) {
    suggestion out = chain_finder(in).find();
    if (!refusal_of(out.chains, in)) {
        return out;
    }
    // Names and rigs come from untrusted files. Only chains that could not be used are left out.
    suggestion usable;
    usable.notes = std::move(out.notes);
    for (suggested_chain& chain : out.chains) {
        if (const std::optional<error> refused = refusal_of({chain}, in)) {
            usable.notes.push_back("a chain was left out: " + refused->message);
        } else {
            usable.chains.push_back(std::move(chain));
        }
    }
    return usable;
}

spring_file settings_of(const suggestion& from, const gltf::model& in) {
    spring_file out;
    out.name = in.file.stem().string();
    for (const suggested_chain& chain : from.chains) {
        out.springs.push_back(chain.entry);
    }
    return out;
}

std::vector<std::size_t> vertices_of_bones(const gltf::model& in) {
    std::vector<std::size_t> out(in.bones.parents.size(), 0);
    for (const gltf::mesh& mesh : in.meshes) {
        for (const influence& one : mesh.vertices.influences) {
            if (one.weight > 0 && one.joint < in.joints.size()) {
                ++out[static_cast<std::size_t>(in.joints[one.joint].bone)];
            }
        }
    }
    return out;
}

double units_per_metre(const gltf::model& in) { return 1 / likely_metres_per_unit(in); }

} // namespace jounce::authoring
