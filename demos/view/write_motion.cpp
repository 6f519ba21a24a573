#include "write_motion.hpp"

#include "deeds.hpp"

#include <jounce/modules/bake/motion_table.hpp>
#include <jounce/modules/bake/record_motion.hpp>

#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

namespace viewer {

using namespace jounce;

void write_motion(stage& on) {
    const editing::edit_session& session = on.session();
    const gltf::ready_kind& kind = session.character().kind;
    bake::record_options how;
    how.every_bone = true;
    std::vector<bake::recorded_motion> motions;
    const auto count =
        kind.clips != nullptr ? static_cast<std::int32_t>(kind.clips->clips.size()) : 0;
    for (std::int32_t clip = count > 0 ? 0 : -1; clip < count; ++clip) {
        result<bake::recorded_motion> made = bake::record_motion(kind.kind, kind.clips, clip, how);
        if (!made) {
            deeds::say("refused: " + made.error().message);
            return;
        }
        motions.push_back(*std::move(made));
    }
    std::filesystem::path file =
        session.settings_file().empty() ? session.character().model.file : session.settings_file();
    file.replace_extension(".motion.csv");
    std::ofstream stream(file, std::ios::binary);
    stream << bake::motion_csv(motions, kind.kind->rig);
    stream.close();
    deeds::say(stream ? "wrote motion to " + file.string()
                      : "refused: " + file.string() + " cannot be written");
}

} // namespace viewer
