#!/usr/bin/env python3
"""Works out where the vertices of glTF files go, straight from the glTF 2.0 specification and with
nothing of jounce: own reading of accessors, own sampling of animations, skinning with matrices in
double precision. What it writes is what tests/modules/gltf/golden_test.cpp expects.

usage: expected_vertices.py OUT_DIR FILE...

Needs numpy. The project's own files are written by `jounce_test_files DIR`. For each file it writes
OUT_DIR/NAME.json: per clip (at most 9) five times, per mesh some vertices; files without clips at rest.
"""

import base64
import json
import pathlib
import struct
import sys
import urllib.parse

import numpy as np

COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
NUMBERS = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
MAX_CLIPS = 9


class File:
    def __init__(self, path):
        self.path = path
        data = path.read_bytes()
        chunk = None
        if data[:4] == b"glTF":
            (length,) = struct.unpack_from("<I", data, 12)
            self.json = json.loads(data[20 : 20 + length])
            if 20 + length < len(data):
                (size,) = struct.unpack_from("<I", data, 20 + length)
                chunk = data[28 + length : 28 + length + size]
        else:
            self.json = json.loads(data)
        self.buffers = [self.buffer(b, chunk) for b in self.json.get("buffers", [])]

    def buffer(self, entry, chunk):
        uri = entry.get("uri")
        if uri is None:
            return chunk
        if uri.startswith("data:"):
            return base64.b64decode(uri.split(",", 1)[1])
        return (self.path.parent / urllib.parse.unquote(uri)).read_bytes()

    def raw(self, view, offset, kind, components, count, stride_from_view):
        entry = self.json["bufferViews"][view]
        number = np.dtype(NUMBERS[kind])
        stride = components * number.itemsize
        if stride_from_view:
            stride = entry.get("byteStride", stride)
        start = entry.get("byteOffset", 0) + offset
        return np.ndarray((count, components), number, self.buffers[entry["buffer"]], start,
                          (stride, number.itemsize)).copy()

    def accessor(self, index):
        a = self.json["accessors"][index]
        n, kind, count = COMPONENTS[a["type"]], a["componentType"], a["count"]
        if "bufferView" in a:
            out = self.raw(a["bufferView"], a.get("byteOffset", 0), kind, n, count, True)
        else:
            out = np.zeros((count, n), NUMBERS[kind])
        if "sparse" in a:
            s = a["sparse"]
            where = self.raw(s["indices"]["bufferView"], s["indices"].get("byteOffset", 0),
                             s["indices"]["componentType"], 1, s["count"], False)[:, 0]
            out[where] = self.raw(s["values"]["bufferView"], s["values"].get("byteOffset", 0),
                                  kind, n, s["count"], False)
        if kind == 5126 or not a.get("normalized"):
            return out.astype(float) if kind == 5126 else out
        return np.maximum(out.astype(float) / np.iinfo(out.dtype).max, -1)


def rotation(q):
    x, y, z, w = np.asarray(q, float) / np.linalg.norm(q)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def local_matrix(node, moved):
    if "matrix" in node and not moved:
        return np.array(node["matrix"], float).reshape(4, 4).T
    value = lambda name, rest: np.asarray(moved.get(name, node.get(name, rest)), float)
    out = np.eye(4)
    out[:3, :3] = rotation(value("rotation", (0, 0, 0, 1))) * value("scale", (1, 1, 1))
    out[:3, 3] = value("translation", (0, 0, 0))
    return out


def slerp(a, b, u):
    d = float(a @ b)
    if d < 0:
        b, d = -b, -d
    angle = np.arccos(min(d, 1.0))
    if angle < 1e-9:
        return a + u * (b - a)
    return (np.sin((1 - u) * angle) * a + np.sin(u * angle) * b) / np.sin(angle)


def sample(times, values, mode, path, t):
    """The value at a time; `values` has a row per key, or three for splines."""
    cubic = mode == "CUBICSPLINE"
    value = lambda key: values[3 * key + 1] if cubic else values[key]
    if t <= times[0]:
        return value(0)
    if t >= times[-1]:
        return value(len(times) - 1)
    key = int(np.searchsorted(times, t, side="right")) - 1
    if mode == "STEP":
        return value(key)
    step = times[key + 1] - times[key]
    u = (t - times[key]) / step
    if cubic:
        out_tangent, in_tangent = values[3 * key + 2] * step, values[3 * key + 3] * step
        return ((2 * u**3 - 3 * u**2 + 1) * value(key) + (u**3 - 2 * u**2 + u) * out_tangent
                + (-2 * u**3 + 3 * u**2) * value(key + 1) + (u**3 - u**2) * in_tangent)
    if path == "rotation":
        return slerp(value(key), value(key + 1), u)
    return (1 - u) * value(key) + u * value(key + 1)


class Model:
    def __init__(self, file):
        self.file = file
        self.nodes = file.json.get("nodes", [])
        self.parent = [None] * len(self.nodes)
        for i, node in enumerate(self.nodes):
            for child in node.get("children", []):
                self.parent[child] = i

    def clip(self, animation, t):
        moved = [{} for _ in self.nodes]
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            target = channel["target"]
            times = self.file.accessor(sampler["input"])[:, 0]
            values = self.file.accessor(sampler["output"])
            mode = sampler.get("interpolation", "LINEAR")
            if target["path"] == "weights":
                values = values[:, 0].reshape(len(times) * (3 if mode == "CUBICSPLINE" else 1), -1)
            moved[target["node"]][target["path"]] = sample(times, values, mode, target["path"], t)
        return moved

    def duration(self, animation):
        return max(float(self.file.accessor(s["input"])[-1, 0]) for s in animation["samplers"])

    def transforms(self, moved):
        out = [None] * len(self.nodes)

        def find(i):
            if out[i] is None:
                pose = {k: v for k, v in moved[i].items() if k != "weights"}
                local = local_matrix(self.nodes[i], pose)
                out[i] = local if self.parent[i] is None else find(self.parent[i]) @ local
            return out[i]

        for i in range(len(self.nodes)):
            find(i)
        return out

    def meshes(self):
        for i, node in enumerate(self.nodes):
            if "mesh" in node:
                for p in self.file.json["meshes"][node["mesh"]]["primitives"]:
                    yield i, node, p

    def vertices(self, i, node, primitive, moved, transforms):
        attributes = primitive["attributes"]
        at = self.file.accessor(attributes["POSITION"]).astype(float)
        mesh = self.file.json["meshes"][node["mesh"]]
        targets = primitive.get("targets", [])
        rest = node.get("weights", mesh.get("weights", [0] * len(targets)))
        for weight, target in zip(moved[i].get("weights", rest), targets):
            if "POSITION" in target:
                at = at + weight * self.file.accessor(target["POSITION"]).astype(float)
        at = np.hstack([at, np.ones((len(at), 1))])
        if "skin" not in node or "JOINTS_0" not in attributes:
            return (at @ transforms[i].T)[:, :3]
        skin = self.file.json["skins"][node["skin"]]
        binds = [np.eye(4)] * len(skin["joints"])
        if "inverseBindMatrices" in skin:
            binds = [m.reshape(4, 4).T for m in self.file.accessor(skin["inverseBindMatrices"])]
        matrices = np.array([transforms[j] @ binds[k] for k, j in enumerate(skin["joints"])])
        blended = np.zeros((len(at), 4, 4))
        total = np.zeros(len(at))
        n = 0
        while f"JOINTS_{n}" in attributes:
            joints = self.file.accessor(attributes[f"JOINTS_{n}"])
            weights = self.file.accessor(attributes[f"WEIGHTS_{n}"]).astype(float)
            for k in range(4):
                used = weights[:, k] > 0
                blended[used] += weights[used, k, None, None] * matrices[joints[used, k]]
                total += weights[:, k]
            n += 1
        return np.einsum("vij,vj->vi", blended / total[:, None, None], at)[:, :3]


def work_out(path):
    model = Model(File(path))
    meshes = list(model.meshes())
    per_mesh = 24 if len(meshes) <= 2 else 6 if len(meshes) <= 8 else 3
    count = lambda p: model.file.json["accessors"][p["attributes"]["POSITION"]]["count"]
    chosen = [np.unique(np.linspace(0, count(p) - 1, per_mesh).astype(int)) for _, _, p in meshes]
    at_rest = model.transforms([{}] * len(model.nodes))
    everything = np.vstack([model.vertices(i, n, p, [{}] * len(model.nodes), at_rest)
                            for i, n, p in meshes])
    frames = []
    clips = model.file.json.get("animations", [])[:MAX_CLIPS]
    asked = [(None, 0.0)] + [(c, model.duration(a) * part) for c, a in enumerate(clips)
                             for part in (0.0, 0.21, 0.5, 0.77, 1.0)]
    for clip, t in asked:
        moved = [{}] * len(model.nodes) if clip is None else model.clip(clips[clip], t)
        transforms = model.transforms(moved)
        at = [model.vertices(i, n, p, moved, transforms)[some]
              for (i, n, p), some in zip(meshes, chosen)]
        frames.append({"clip": -1 if clip is None else clip, "time": t,
                       "positions": [[float(f"{v:.8g}") for v in mesh.ravel()] for mesh in at]})
    return {"file": path.name, "extent": float(np.linalg.norm(np.ptp(everything, axis=0))),
            "vertices": [[int(v) for v in some] for some in chosen], "frames": frames}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:]:
        path = pathlib.Path(name)
        expected = work_out(path)
        frames = ",\n".join(json.dumps(f, separators=(",", ":")) for f in expected.pop("frames"))
        head = json.dumps(expected, separators=(",", ":"))[:-1]
        (out / (path.name + ".json")).write_text(head + ',"frames":[\n' + frames + "\n]}\n")


if __name__ == "__main__":
    main()
