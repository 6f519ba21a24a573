#include <jounce/modules/editing/patch_json.hpp>

#include <jounce/modules/editing/align_lists.hpp>
#include <jounce/modules/editing/text_parts.hpp>
#include <jounce/modules/editing/text_style.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace jounce::editing {
namespace {

using patch_value = nlohmann::ordered_json;

/// Bytes that give way to others.
struct text_change {
    text_span where;
    std::string by;
};

/// What separates parts, and how a new part beside them is laid out.
struct gap_style {
    std::string space; ///< after the comma
    std::string indent;
    bool lines = false;
};

/// The members of the new object in the order of the old one, new ones after the member before them.
std::vector<list_slot> align_members(const std::vector<text_part>& parts,
                                     const patch_value& wanted) {
    std::vector<list_slot> out;
    std::vector<std::string> keys;
    for (const auto& member : wanted.items()) {
        keys.push_back(member.key());
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto found = std::find(keys.begin(), keys.end(), parts[i].key);
        if (found != keys.end()) {
            out.push_back({i, static_cast<std::size_t>(found - keys.begin())});
        }
    }
    for (std::size_t k = 0; k < keys.size(); ++k) {
        const auto stands_for = [](std::size_t wanted_index) {
            return [=](const list_slot& slot) { return slot.wanted == wanted_index; };
        };
        if (std::any_of(out.begin(), out.end(), stands_for(k))) {
            continue;
        }
        const auto before =
            k == 0 ? out.end() : std::find_if(out.begin(), out.end(), stands_for(k - 1));
        out.insert(before == out.end() ? out.begin() : before + 1, {std::nullopt, k});
    }
    return out;
}

class patcher {
public:
    explicit patcher(std::string_view text) : text_(text), style_(style_of(text)) {}

    void patch(const text_span& at, const patch_value& held, const patch_value& wanted) {
        if (held == wanted) {
            return;
        }
        const bool objects = held.is_object() && wanted.is_object();
        if (!objects && !(held.is_array() && wanted.is_array())) {
            replace(at, wanted);
            return;
        }
        const std::vector<text_part> parts = parts_of(text_, at);
        const std::vector<list_slot> slots =
            objects ? align_members(parts, wanted) : align_lists(held, wanted);
        const bool keeps_some = std::any_of(slots.begin(), slots.end(), [](const list_slot& slot) {
            return slot.old_part.has_value();
        });
        if (!keeps_some) {
            replace(at, wanted);
            return;
        }
        std::vector<std::pair<std::string, const patch_value*>> listed;
        for (const auto& member : wanted.items()) {
            listed.emplace_back(member.key(), &member.value());
        }
        patch_parts({at, parts, slots, listed}, held);
    }

    std::string take() {
        std::stable_sort(changes_.begin(), changes_.end(),
                         [](const text_change& a, const text_change& b) {
                             return std::pair(a.where.begin, a.where.end) <
                                    std::pair(b.where.begin, b.where.end);
                         });
        std::string out;
        std::size_t done = 0;
        for (const text_change& change : changes_) {
            out += text_.substr(done, change.where.begin - done);
            out += change.by;
            done = change.where.end;
        }
        return out += text_.substr(done);
    }

private:
    struct part_job {
        text_span container;
        const std::vector<text_part>& parts;
        const std::vector<list_slot>& slots;
        std::vector<std::pair<std::string, const patch_value*>> wanted; ///< keys of members

        const patch_value& value(std::size_t slot) const {
            return *wanted[slots[slot].wanted].second;
        }
    };

    void replace(const text_span& at, const patch_value& by) {
        const bool lines = !style_.newline.empty();
        changes_.push_back(
            {at, format_json(by, style_, std::string(indent_at(text_, at.begin)), lines)});
    }

    void patch_parts(const part_job& job, const patch_value& held) {
        std::optional<std::size_t> before; // the part that stays before this place
        std::size_t slot = 0;
        while (slot <= job.slots.size()) {
            // New parts up to the next that stays.
            const std::size_t first_new = slot;
            while (slot < job.slots.size() && !job.slots[slot].old_part) {
                ++slot;
            }
            const std::size_t next =
                slot < job.slots.size() ? *job.slots[slot].old_part : job.parts.size();
            remove_between(job, before, next);
            insert_between(job, before, next, first_new, slot);
            if (slot < job.slots.size()) {
                const text_part& part = job.parts[next];
                patch(part.value, held.is_array() ? held[next] : held.at(part.key),
                      job.value(slot));
                before = next;
            }
            ++slot;
        }
    }

    /// Removes what is between two parts that stay.
    void remove_between(const part_job& job, const std::optional<std::size_t>& before,
                        std::size_t next) {
        if (before && next > *before + 1) {
            changes_.push_back({{job.parts[*before].value.end, job.parts[next - 1].value.end}, ""});
        } else if (!before && next > 0) { // there is one that stays
            changes_.push_back({{job.parts[0].begin, job.parts[next].begin}, ""});
        }
    }

    void insert_between(const part_job& job, const std::optional<std::size_t>& before,
                        std::size_t next, std::size_t first_new, std::size_t end_new) {
        if (first_new == end_new) {
            return;
        }
        const gap_style gap = gap_near(job, before ? *before : next);
        std::string all;
        for (std::size_t i = first_new; i < end_new; ++i) {
            std::string one;
            if (text_[job.container.begin] == '{') {
                one = patch_value(job.wanted[job.slots[i].wanted].first).dump() +
                      (style_.is_spaced ? ": " : ":");
            }
            one += format_json(job.value(i), style_, gap.indent, gap.lines);
            all += before ? "," + gap.space + one : one + "," + gap.space;
        }
        const std::size_t at = before ? job.parts[*before].value.end : job.parts[next].begin;
        changes_.push_back({{at, at}, std::move(all)});
    }

    /// White space before a part.
    std::string space_before(const part_job& job, std::size_t part) const {
        std::size_t begin = part == 0 ? job.container.begin : job.parts[part - 1].value.end;
        begin = part == 0 ? begin + 1 : text_.find(',', begin) + 1;
        return std::string(text_.substr(begin, job.parts[part].begin - begin));
    }

    gap_style gap_near(const part_job& job, std::size_t part) const {
        gap_style out;
        const bool is_alone = job.parts.size() == 1;
        out.space = space_before(job, is_alone ? 0 : std::max<std::size_t>(part, 1));
        const std::size_t newline = out.space.rfind('\n');
        out.lines = newline != std::string::npos;
        if (out.lines) {
            out.indent = out.space.substr(newline + 1);
        } else if (is_alone) {
            out.space = style_.is_spaced ? " " : "";
        }
        return out;
    }

    std::string_view text_;
    text_style style_;
    std::vector<text_change> changes_;
};

} // namespace

std::optional<std::string> patch_json(std::string_view text, const patch_value& wanted) {
    const patch_value held = patch_value::parse(text, nullptr, false);
    if (held.is_discarded()) {
        return std::nullopt;
    }
    patcher work(text);
    work.patch(root_span(text), held, wanted);
    std::string out = work.take();
    // Order of members apart, what is written has to be what was wanted.
    const nlohmann::json again = nlohmann::json::parse(out, nullptr, false);
    return again == nlohmann::json(wanted) ? std::optional(std::move(out)) : std::nullopt;
}

} // namespace jounce::editing
