#pragma once

/// Names of errors: stable words to test for, as in `made.error().name == errors::busy`. The
/// comment of a function lists the names it returns; the message says what is wrong, where, and
/// what to do.
namespace jounce::errors {

/// An accessor of a glTF file does not fit its buffer, or its type.
inline constexpr const char* bad_accessor = "bad_accessor";
/// A channel or sampler of an animation cannot be used.
inline constexpr const char* bad_animation = "bad_animation";
/// A bone's numbers cannot be used.
inline constexpr const char* bad_bone = "bad_bone";
/// A table's bones are not those that were asked for.
inline constexpr const char* bad_bones = "bad_bones";
/// A buffer of a glTF file is missing, short or of another length.
inline constexpr const char* bad_buffer = "bad_buffer";
/// A centre is moved by the spring itself.
inline constexpr const char* bad_centre = "bad_centre";
/// A collider's numbers cannot be used.
inline constexpr const char* bad_collider = "bad_collider";
/// Compressed data is damaged, or says another size.
inline constexpr const char* bad_compression = "bad_compression";
/// A node constraint cannot be used.
inline constexpr const char* bad_constraint = "bad_constraint";
/// A .glb's chunks are not as they should be.
inline constexpr const char* bad_container = "bad_container";
/// A count does not match another count.
inline constexpr const char* bad_count = "bad_count";
/// A curve along a chain has no points, or bad ones.
inline constexpr const char* bad_curve = "bad_curve";
/// A name that no file can have.
inline constexpr const char* bad_file_name = "bad_file_name";
/// A helper bone cannot be made as it is described.
inline constexpr const char* bad_helper = "bad_helper";
/// A picture is damaged, or of an unknown kind.
inline constexpr const char* bad_image = "bad_image";
/// An index is beyond the end.
inline constexpr const char* bad_index = "bad_index";
/// A text is not JSON.
inline constexpr const char* bad_json = "bad_json";
/// A limit of an angle or of a stretch cannot be used.
inline constexpr const char* bad_limit = "bad_limit";
/// A mesh's parts do not fit together.
inline constexpr const char* bad_mesh = "bad_mesh";
/// A mode that does not exist, or not here.
inline constexpr const char* bad_mode = "bad_mode";
/// A name is empty, too long or has characters that are not allowed.
inline constexpr const char* bad_name = "bad_name";
/// A number is not finite, or not in its range.
inline constexpr const char* bad_number = "bad_number";
/// An option's value cannot be used.
inline constexpr const char* bad_option = "bad_option";
/// Something comes before what it needs.
inline constexpr const char* bad_order = "bad_order";
/// A range ends before it begins, or beyond what there is.
inline constexpr const char* bad_range = "bad_range";
/// A quaternion cannot be made one of unit length.
inline constexpr const char* bad_rotation = "bad_rotation";
/// A scale is zero or not finite.
inline constexpr const char* bad_scale = "bad_scale";
/// A setting of a spring is not in its range.
inline constexpr const char* bad_setting = "bad_setting";
/// A width, a height or a length cannot be used.
inline constexpr const char* bad_size = "bad_size";
/// A skin's joints or matrices cannot be used.
inline constexpr const char* bad_skin = "bad_skin";
/// A snapshot's parts do not fit together.
inline constexpr const char* bad_snapshot = "bad_snapshot";
/// A solver lacks what every solver needs.
inline constexpr const char* bad_solver = "bad_solver";
/// A time is negative, too long or not finite.
inline constexpr const char* bad_time = "bad_time";
/// A unit of length is not above zero.
inline constexpr const char* bad_unit = "bad_unit";
/// A file names another one in a way that is not allowed.
inline constexpr const char* bad_uri = "bad_uri";
/// A weight is negative or not finite.
inline constexpr const char* bad_weight = "bad_weight";
/// A clip holds springs already.
inline constexpr const char* baked_already = "baked_already";
/// No bone lies inside of the flesh.
inline constexpr const char* bones_outside = "bones_outside";
/// A frame is being computed; call between frames.
inline constexpr const char* busy = "busy";
/// Whoever watched wanted it to end.
inline constexpr const char* cancelled = "cancelled";
/// A file is there, but cannot be read.
inline constexpr const char* cannot_read = "cannot_read";
/// A file cannot be written.
inline constexpr const char* cannot_write = "cannot_write";
/// A file was changed by another program.
inline constexpr const char* changed_outside = "changed_outside";
/// A bone is its own ancestor, or follows itself.
inline constexpr const char* cycle = "cycle";
/// A checksum does not match.
inline constexpr const char* damaged = "damaged";
/// Two constraints turn the same bone.
inline constexpr const char* duplicate_constraint = "duplicate_constraint";
/// The same index twice.
inline constexpr const char* duplicate_index = "duplicate_index";
/// The same bone is a joint twice.
inline constexpr const char* duplicate_joint = "duplicate_joint";
/// The same key twice in a JSON object.
inline constexpr const char* duplicate_key = "duplicate_key";
/// The same name twice.
inline constexpr const char* duplicate_name = "duplicate_name";
/// The registry has a solver of this name.
inline constexpr const char* duplicate_solver = "duplicate_solver";
/// The same bone is a spring twice.
inline constexpr const char* duplicate_spring = "duplicate_spring";
/// A name is empty.
inline constexpr const char* empty_name = "empty_name";
/// A rig has no bones.
inline constexpr const char* empty_rig = "empty_rig";
/// Two parts of an input contradict each other.
inline constexpr const char* inconsistent = "inconsistent";
/// A character is of another kind than in the snapshot.
inline constexpr const char* kind_mismatch = "kind_mismatch";
/// There is no such file.
inline constexpr const char* missing_file = "missing_file";
/// A JSON object lacks a member.
inline constexpr const char* missing_member = "missing_member";
/// A bone names a parent that is not there before it.
inline constexpr const char* missing_parent = "missing_parent";
/// Weights are below zero, which files cannot hold.
inline constexpr const char* negative_weights = "negative_weights";
/// No clip has affine frames, or one has no joints of the binding.
inline constexpr const char* no_affine_frames = "no_affine_frames";
/// There is no bone to do it with.
inline constexpr const char* no_bone = "no_bone";
/// There are no bones to use, or one without a place.
inline constexpr const char* no_bones = "no_bones";
/// There is no such case to replay.
inline constexpr const char* no_case = "no_case";
/// No graphics device could be opened.
inline constexpr const char* no_device = "no_device";
/// There is no place for a handle of flesh.
inline constexpr const char* no_handles = "no_handles";
/// There are no helper bones to add.
inline constexpr const char* no_helpers = "no_helpers";
/// A kind is missing.
inline constexpr const char* no_kind = "no_kind";
/// There is no mesh to do it with.
inline constexpr const char* no_mesh = "no_mesh";
/// The build has no profiling.
inline constexpr const char* no_profiling = "no_profiling";
/// Shaders could not be linked.
inline constexpr const char* no_program = "no_program";
/// A shader is missing.
inline constexpr const char* no_shader = "no_shader";
/// Settings have no file of their own yet.
inline constexpr const char* no_settings_file = "no_settings_file";
/// There is no such spring.
inline constexpr const char* no_spring = "no_spring";
/// There are no springs where some are needed.
inline constexpr const char* no_springs = "no_springs";
/// There is no clip of this name.
inline constexpr const char* no_such_clip = "no_such_clip";
/// There is no step to go back or forth by.
inline constexpr const char* no_step = "no_step";
/// There is no flesh.
inline constexpr const char* no_tissue = "no_tissue";
/// There is no trace to write.
inline constexpr const char* no_trace = "no_trace";
/// A mesh has no triangles.
inline constexpr const char* no_triangles = "no_triangles";
/// A mesh has no vertices, or none with finite numbers.
inline constexpr const char* no_vertices = "no_vertices";
/// A mesh encloses no volume.
inline constexpr const char* no_volume = "no_volume";
/// The build cannot write WebP.
inline constexpr const char* no_webp = "no_webp";
/// A mesh has no weights for its bones.
inline constexpr const char* no_weights = "no_weights";
/// No window could be opened.
inline constexpr const char* no_window = "no_window";
/// Something is there, but it is no file.
inline constexpr const char* not_a_file = "not_a_file";
/// Something is there, but it is no folder.
inline constexpr const char* not_a_folder = "not_a_folder";
/// Bytes do not begin as a snapshot does.
inline constexpr const char* not_a_snapshot = "not_a_snapshot";
/// A tail is not below its head.
inline constexpr const char* not_below = "not_below";
/// A number is infinite or NaN.
inline constexpr const char* not_finite = "not_finite";
/// Characters of the kind do not keep the bone.
inline constexpr const char* not_kept = "not_kept";
/// The palette mode has to be `matrix`.
inline constexpr const char* not_matrix = "not_matrix";
/// Parts of baked flesh do not fit each other, or its numbers cannot be simulated.
inline constexpr const char* bad_tissue_data = "bad_tissue_data";
/// There is more than one case, or none.
inline constexpr const char* not_one_case = "not_one_case";
/// What was asked for works with one clip only.
inline constexpr const char* one_clip_only = "one_clip_only";
/// A mesh has holes, so it has no inside.
inline constexpr const char* open_mesh = "open_mesh";
/// The new kind's palette has another size.
inline constexpr const char* other_binding = "other_binding";
/// The new kind has other colliders.
inline constexpr const char* other_colliders = "other_colliders";
/// The new kind keeps other bones.
inline constexpr const char* other_memory = "other_memory";
/// A file was made for another mesh.
inline constexpr const char* other_mesh = "other_mesh";
/// The new kind has other bones.
inline constexpr const char* other_rig = "other_rig";
/// The new kind has other springs.
inline constexpr const char* other_springs = "other_springs";
/// The new kind has other flesh.
inline constexpr const char* other_tissue = "other_tissue";
/// A number is beyond what is allowed.
inline constexpr const char* out_of_range = "out_of_range";
/// A transform has shear, which a bone cannot have.
inline constexpr const char* sheared = "sheared";
/// Equations have no single solution.
inline constexpr const char* singular = "singular";
/// A handle names no character.
inline constexpr const char* stale_character = "stale_character";
/// Values are nested too deeply.
inline constexpr const char* too_deep = "too_deep";
/// A file or a number of bytes is beyond the limit.
inline constexpr const char* too_large = "too_large";
/// A text, a time or a list is beyond the limit.
inline constexpr const char* too_long = "too_long";
/// A number of things is beyond the limit.
inline constexpr const char* too_many = "too_many";
/// A rig has more bones than an index can count.
inline constexpr const char* too_many_bones = "too_many_bones";
/// More choices of colliders than there are bits.
inline constexpr const char* too_many_groups = "too_many_groups";
/// A vertex has more joints than allowed.
inline constexpr const char* too_many_influences = "too_many_influences";
/// More joints than an index can count.
inline constexpr const char* too_many_joints = "too_many_joints";
/// A clip has more keys than allowed.
inline constexpr const char* too_many_keys = "too_many_keys";
/// The table of costs is full.
inline constexpr const char* too_many_systems = "too_many_systems";
/// It would need more than half of the machine's memory.
inline constexpr const char* too_much_memory = "too_much_memory";
/// The machine is too slow for what was asked.
inline constexpr const char* too_slow = "too_slow";
/// A node has two parents.
inline constexpr const char* two_parents = "two_parents";
/// A bone's name is not in the rig.
inline constexpr const char* unknown_bone = "unknown_bone";
/// A clip's name is not in the file.
inline constexpr const char* unknown_clip = "unknown_clip";
/// A collider's index or name is not there.
inline constexpr const char* unknown_collider = "unknown_collider";
/// A field that does not exist.
inline constexpr const char* unknown_field = "unknown_field";
/// A group's index or name is not there.
inline constexpr const char* unknown_group = "unknown_group";
/// A joint is not among the bones.
inline constexpr const char* unknown_joint = "unknown_joint";
/// A key that does not exist; the message names the nearest one.
inline constexpr const char* unknown_key = "unknown_key";
/// A preset that does not exist.
inline constexpr const char* unknown_preset = "unknown_preset";
/// A word that is none of those allowed.
inline constexpr const char* unknown_value = "unknown_value";
/// A file cannot be opened, or ends in the middle.
inline constexpr const char* unreadable = "unreadable";
/// Something that jounce does not do.
inline constexpr const char* unsupported = "unsupported";
/// A file needs an extension that jounce does not know.
inline constexpr const char* unsupported_extension = "unsupported_extension";
/// A file is of a version that jounce does not read.
inline constexpr const char* unsupported_version = "unsupported_version";
/// Bytes are of another version of the format.
inline constexpr const char* version = "version";
/// An array has another shape than asked for.
inline constexpr const char* wrong_shape = "wrong_shape";
/// An array has another length than asked for.
inline constexpr const char* wrong_size = "wrong_size";
/// What was asked for needs another solver.
inline constexpr const char* wrong_solver = "wrong_solver";
/// A file's name ends otherwise than its format says.
inline constexpr const char* wrong_suffix = "wrong_suffix";
/// A JSON value is of another type than asked for.
inline constexpr const char* wrong_type = "wrong_type";
/// A bone has no length, so it cannot swing.
inline constexpr const char* zero_length = "zero_length";

} // namespace jounce::errors
