#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jounce::editing {

/// Steps between states of a text, each kept as the piece that differs. Undoing gives the very bytes back.
class text_history {
public:
    /// @param most_steps  older ones are forgotten
    text_history(std::string text, std::size_t most_steps)
        : text_(std::move(text)), most_(most_steps) {}

    /// The present state.
    const std::string& text() const { return text_; }

    /// Makes another text the present one. Steps that were undone are forgotten.
    /// @param name     for people
    /// @param gesture  not 0: one step with the step before, if that has the same name and gesture and
    ///                 nothing came between
    void change(const std::string& text, std::string name, std::uint64_t gesture);

    /// The next gesture begins a step of its own, whatever its number.
    void end_gesture() { may_join_ = false; }

    /// How many steps can be undone, and how many done again.
    std::size_t undo_count() const { return done_.size(); }
    std::size_t redo_count() const { return undone_.size(); }
    /// The name of the step that would be undone, or done again; empty if there is none.
    std::string_view undo_name() const { return name_of_last(done_); }
    std::string_view redo_name() const { return name_of_last(undone_); }

    /// @{ The text after going back or forth by a step, and going there. @pre there is a step
    std::string before() const;
    std::string after() const;
    void undo();
    void redo();
    /// @}

private:
    struct step {
        std::size_t at = 0; ///< where the texts begin to differ
        std::string removed, added;
        std::string name;
        std::uint64_t gesture = 0;
    };
    template <class Steps> static std::string_view name_of_last(const Steps& steps) {
        return steps.empty() ? std::string_view() : std::string_view(steps.back().name);
    }
    static step step_between(const std::string& before, const std::string& after);

    std::string text_;
    std::size_t most_;
    std::deque<step> done_;
    std::vector<step> undone_; ///< the next to be done again is the last
    bool may_join_ = false;
};

} // namespace jounce::editing
