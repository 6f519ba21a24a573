#include <jounce/modules/editing/text_history.hpp>

#include <algorithm>
#include <utility>

namespace jounce::editing {

text_history::step text_history::step_between(const std::string& before, const std::string& after) {
    step out;
    const std::size_t shorter = std::min(before.size(), after.size());
    while (out.at < shorter && before[out.at] == after[out.at]) {
        ++out.at;
    }
    std::size_t same_end = 0;
    while (same_end < shorter - out.at &&
           before[before.size() - 1 - same_end] == after[after.size() - 1 - same_end]) {
        ++same_end;
    }
    out.removed = before.substr(out.at, before.size() - same_end - out.at);
    out.added = after.substr(out.at, after.size() - same_end - out.at);
    return out;
}

void text_history::change(const std::string& text, std::string name, std::uint64_t gesture) {
    const bool joins = gesture != 0 && may_join_ && undone_.empty() && !done_.empty() &&
                       done_.back().gesture == gesture && done_.back().name == name;
    const std::string from = joins ? before() : text_;
    if (joins) {
        done_.pop_back();
    }
    may_join_ = true;
    undone_.clear();
    text_ = text;
    if (text == from) {
        return; // the slider is where it was
    }
    step made = step_between(from, text);
    made.name = std::move(name);
    made.gesture = gesture;
    done_.push_back(std::move(made));
    if (done_.size() > most_) {
        done_.pop_front();
    }
}

std::string text_history::before() const {
    std::string out = text_;
    return out.replace(done_.back().at, done_.back().added.size(), done_.back().removed);
}

std::string text_history::after() const {
    std::string out = text_;
    return out.replace(undone_.back().at, undone_.back().removed.size(), undone_.back().added);
}

void text_history::undo() {
    text_ = before();
    undone_.push_back(std::move(done_.back()));
    done_.pop_back();
    may_join_ = false;
}

void text_history::redo() {
    text_ = after();
    done_.push_back(std::move(undone_.back()));
    undone_.pop_back();
    may_join_ = false;
}

} // namespace jounce::editing
