#include "case_files.hpp"
#include "support/places.hpp"

#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace jounce_test {

using nlohmann::json;

fs::path synthetic_folder() { return jounce_test::test_data_folder() / "synthetic"; }

fs::path copy_case(const std::string& name, const temporary_folder& into) {
    const fs::path to = into.path() / name;
    fs::create_directories(to);
    for (const fs::directory_entry& entry : fs::directory_iterator(synthetic_folder() / name)) {
        // Not copy_file: the copies are to be changed, whatever the originals allow.
        write_text(to / entry.path().filename(), read_text(entry.path()));
    }
    return to;
}

std::string read_text(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        throw std::runtime_error("cannot read " + file.string());
    }
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

void write_text(const fs::path& file, const std::string& text) {
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream << text;
    if (!stream.flush()) {
        throw std::runtime_error("cannot write " + file.string());
    }
}

json read_json(const fs::path& file) { return json::parse(read_text(file)); }

void set_json(const fs::path& file, const std::string& pointer, const json& value) {
    json all = read_json(file);
    all[json::json_pointer(pointer)] = value;
    write_text(file, all.dump());
}

void erase_json(const fs::path& file, const std::string& pointer) {
    json all = read_json(file);
    const json::json_pointer place(pointer);
    all[place.parent_pointer()].erase(place.back());
    write_text(file, all.dump());
}

std::vector<double> read_doubles(const fs::path& file) {
    const std::string bytes = read_text(file);
    std::vector<double> values(bytes.size() / sizeof(double));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
    return values;
}

void write_doubles(const fs::path& file, const std::vector<double>& values) {
    std::string bytes(values.size() * sizeof(double), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    write_text(file, bytes);
}

void add_to_double(const fs::path& file, std::size_t index, double amount) {
    std::vector<double> values = read_doubles(file);
    values.at(index) += amount;
    write_doubles(file, values);
}

} // namespace jounce_test
