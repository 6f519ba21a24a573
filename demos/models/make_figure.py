#!/usr/bin/env python3
"""Writes figure.glb: a stout figure with a cape, a skeleton and two clips, but no skin and no weights.

usage: make_figure.py OUT.glb

It is what a user has who sculpted a body and drew bones. docs/weights.md makes it swing by two commands.
The body is the surface of overlapping soft shapes, as quads around every edge of a grid that crosses it.
"""
import json
import math
import struct
import sys

# ---------------------------------------------------------------- bones: name, parent, head

BONES = [
    ("hips", None, (0, 0.95, 0)),
    ("spine", "hips", (0, 1.10, -0.01)),
    ("chest", "spine", (0, 1.28, -0.02)),
    ("neck", "chest", (0, 1.49, -0.02)),
    ("head", "neck", (0, 1.57, 0)),
    ("head_end", "head", (0, 1.82, 0)),
]
for side, x in (("L", 1), ("R", -1)):
    BONES += [
        (f"shoulder.{side}", "chest", (0.05 * x, 1.44, -0.02)),
        (f"upper_arm.{side}", f"shoulder.{side}", (0.20 * x, 1.42, -0.02)),
        (f"fore_arm.{side}", f"upper_arm.{side}", (0.42 * x, 1.25, -0.02)),
        (f"hand.{side}", f"fore_arm.{side}", (0.60 * x, 1.10, 0.01)),
        (f"hand_end.{side}", f"hand.{side}", (0.70 * x, 1.02, 0.03)),
        (f"thigh.{side}", "hips", (0.11 * x, 0.90, 0)),
        (f"shin.{side}", f"thigh.{side}", (0.12 * x, 0.50, 0.01)),
        (f"foot.{side}", f"shin.{side}", (0.12 * x, 0.09, -0.03)),
        (f"toe.{side}", f"foot.{side}", (0.12 * x, 0.04, 0.12)),
    ]
HEAD = {name: head for name, _, head in BONES}

# ---------------------------------------------------------------- body: from, to, radii at both ends

SHAPES = [
    ((0, 1.68, 0.01), (0, 1.72, 0.01), 0.125, 0.12),     # head
    ((0, 1.45, -0.01), (0, 1.62, 0), 0.06, 0.055),       # neck
    ((-0.07, 1.34, 0), (0.07, 1.34, 0), 0.15, 0.15),     # chest
    ((0, 1.10, 0.02), (0, 1.30, 0), 0.19, 0.16),         # trunk
    ((0, 1.09, 0.17), (0, 1.05, 0.16), 0.20, 0.19),      # belly
    ((-0.06, 0.95, 0), (0.06, 0.95, 0), 0.16, 0.16),     # seat
]
for x in (1, -1):
    SHAPES += [
        ((0.10 * x, 1.43, -0.02), (0.21 * x, 1.41, -0.02), 0.075, 0.075),
        ((0.20 * x, 1.42, -0.02), (0.42 * x, 1.25, -0.02), 0.068, 0.052),
        ((0.42 * x, 1.25, -0.02), (0.60 * x, 1.10, 0.01), 0.052, 0.042),
        ((0.60 * x, 1.10, 0.01), (0.68 * x, 1.035, 0.03), 0.048, 0.042),
        ((0.11 * x, 0.90, 0), (0.12 * x, 0.50, 0.01), 0.115, 0.075),
        ((0.12 * x, 0.50, 0.01), (0.12 * x, 0.09, -0.03), 0.075, 0.052),
        ((0.12 * x, 0.065, -0.04), (0.12 * x, 0.05, 0.12), 0.055, 0.045),
    ]
SOFT = 0.035  # m, how far shapes melt into each other
CELL = 0.03


def capsule_distance(p, shape):
    """From one capsule that tapers."""
    a, b, ra, rb = shape
    ab = [b[i] - a[i] for i in range(3)]
    ap = [p[i] - a[i] for i in range(3)]
    t = sum(ap[i] * ab[i] for i in range(3)) / (sum(c * c for c in ab) or 1)
    t = min(1.0, max(0.0, t))
    return math.dist(p, [a[i] + t * ab[i] for i in range(3)]) - (ra + t * (rb - ra))


def distance(p, shapes):
    """Soft union of capsules."""
    total = 0.0
    for shape in shapes:
        d = capsule_distance(p, shape)
        if d < 8 * SOFT:
            total += math.exp(-d / SOFT)
    return -SOFT * math.log(total) if total > 0 else 8 * SOFT


def slope(p, shapes, h=1e-4):
    out = []
    for i in range(3):
        q = list(p)
        q[i] += h
        r = list(p)
        r[i] -= h
        out.append((distance(q, shapes) - distance(r, shapes)) / (2 * h))
    return out


def body(shapes, cell_size):
    """A closed surface."""
    low, high = (-0.84, -0.06, -0.36), (0.84, 1.95, 0.48)
    count = [int((high[i] - low[i]) / cell_size) + 1 for i in range(3)]
    at = lambda c: tuple(low[i] + c[i] * cell_size for i in range(3))
    field = {(x, y, z): distance(at((x, y, z)), shapes)
             for x in range(count[0]) for y in range(count[1]) for z in range(count[2])}
    vertex_of, points = {}, []

    def vertex(cell):
        if cell not in vertex_of:
            crossings = []
            corners = [(cell[0] + i, cell[1] + j, cell[2] + k)
                       for i in (0, 1) for j in (0, 1) for k in (0, 1)]
            for n, a in enumerate(corners):
                for b in corners[n + 1:]:
                    if sum(abs(a[i] - b[i]) for i in range(3)) == 1 and (field[a] < 0) != (field[b] < 0):
                        t = field[a] / (field[a] - field[b])
                        crossings.append([at(a)[i] + t * (at(b)[i] - at(a)[i]) for i in range(3)])
            middle = [sum(c[i] for c in crossings) / len(crossings) for i in range(3)]
            for _ in range(3):
                s, d = slope(middle, shapes), distance(middle, shapes)
                size = sum(c * c for c in s) or 1
                middle = [middle[i] - d * s[i] / size for i in range(3)]
            vertex_of[cell] = len(points)
            points.append(middle)
        return vertex_of[cell]

    triangles = []
    for a, value in field.items():
        for axis in range(3):
            b = tuple(a[i] + (i == axis) for i in range(3))
            if b not in field or (value < 0) == (field[b] < 0):
                continue
            u, v = (axis + 1) % 3, (axis + 2) % 3
            ring = []
            for du, dv in ((-1, -1), (0, -1), (0, 0), (-1, 0)):
                cell = list(a)
                cell[u] += du
                cell[v] += dv
                ring.append(vertex(tuple(cell)))
            if value >= 0:
                ring.reverse()
            short = math.dist(points[ring[0]], points[ring[2]]) <= math.dist(points[ring[1]], points[ring[3]])
            triangles += [(ring[0], ring[1], ring[2]), (ring[0], ring[2], ring[3])] if short else \
                [(ring[1], ring[2], ring[3]), (ring[1], ring[3], ring[0])]
    return points, triangles


def cape(columns=18, rows=26):
    points, triangles = [], []
    for r in range(rows + 1):
        down = r / rows
        for c in range(columns + 1):
            side = 2 * c / columns - 1
            width = 0.17 + 0.23 * down
            bend = 0.06 * (1 - side * side)
            points.append([side * width, 1.46 - 1.02 * down - 0.02 * side * side,
                           -0.16 - bend - 0.06 * down + 0.015 * math.cos(3 * math.pi * side) * down])
    at = lambda r, c: r * (columns + 1) + c
    for r in range(rows):
        for c in range(columns):
            triangles += [(at(r, c), at(r, c + 1), at(r + 1, c + 1)), (at(r, c), at(r + 1, c + 1), at(r + 1, c))]
    return points, triangles


# ---------------------------------------------------------------- motion

def turn(axis, degrees):
    half = math.radians(degrees) / 2
    return [math.sin(half) * axis[i] for i in range(3)] + [math.cos(half)]


def times_of(seconds, keys=24):
    return [seconds * k / keys for k in range(keys + 1)]


def walk():
    """A brisk walk on the spot, one second and a tenth for two steps."""
    seconds = 1.1
    tracks = {}

    def rotate(bone, axis, angle):
        tracks[bone, "rotation"] = [turn(axis, angle(2 * math.pi * t / seconds)) for t in times_of(seconds)]

    x, y, z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    hips = HEAD["hips"]
    tracks["hips", "translation"] = [
        [hips[0] + 0.02 * math.sin(p), hips[1] + 0.035 * math.cos(2 * p), hips[2]]
        for p in (2 * math.pi * t / seconds for t in times_of(seconds))]
    rotate("hips", y, lambda p: 9 * math.sin(p))
    rotate("spine", y, lambda p: -8 * math.sin(p))
    rotate("chest", y, lambda p: -10 * math.sin(p))
    rotate("head", x, lambda p: 4 * math.cos(2 * p))
    for side, sign in (("L", 1), ("R", -1)):
        rotate(f"thigh.{side}", x, lambda p, s=sign: -30 * math.sin(p) * s)
        rotate(f"shin.{side}", x, lambda p, s=sign: 22 + 20 * math.cos(p) * s)
        rotate(f"foot.{side}", x, lambda p, s=sign: -6 - 10 * math.cos(p) * s)
        rotate(f"upper_arm.{side}", x, lambda p, s=sign: 28 * math.sin(p) * s)
        rotate(f"fore_arm.{side}", x, lambda p, s=sign: -18 + 12 * math.sin(p) * s)
    return "walk", seconds, tracks


def turn_about():
    """Turns to one side and back, with a hop at each end: what cloth and flesh like least."""
    seconds = 2.4
    tracks = {}
    hips = HEAD["hips"]
    phases = [2 * math.pi * t / seconds for t in times_of(seconds, 48)]
    tracks["hips", "rotation"] = [turn((0, 1, 0), 75 * math.sin(p)) for p in phases]
    tracks["hips", "translation"] = [
        [hips[0], hips[1] + 0.16 * max(0.0, math.cos(2 * p)) ** 2 - 0.03, hips[2]] for p in phases]
    for side, sign in (("L", 1), ("R", -1)):
        tracks[f"upper_arm.{side}", "rotation"] = [turn((0, 0, 1), sign * (8 + 14 * math.cos(2 * p))) for p in phases]
    return "turn", seconds, tracks


# ---------------------------------------------------------------- file

def sixteen_bits(weights):
    """Whole numbers that sum to the largest, so that nothing has to be repaired."""
    whole = [int(65535 * w / sum(weights)) for w in weights]
    whole[0] += 65535 - sum(whole)
    return whole


def write(path, name, bones, parts, clips):
    """Parts: name, whether both sides are drawn, colour, points, triangles, and of each point its colour and its bones
    by weight, or None. With those the mesh has a skin of all bones."""
    head_of = {bone: head for bone, _, head in bones}
    blob = bytearray()
    doc = {"asset": {"version": "2.0", "generator": f"make_{name}.py"}, "scene": 0, "scenes": [{"nodes": [0]}],
           "nodes": [], "meshes": [], "accessors": [], "bufferViews": [], "animations": [],
           "materials": [{"name": part[0], "doubleSided": part[1],
                          "pbrMetallicRoughness": {"baseColorFactor": part[2], "metallicFactor": 0, "roughnessFactor": 0.8}}
                         for part in parts]}

    def accessor(rows, kind, code, letter, target=None, bounds=False, normalized=False):
        flat = [v for row in rows for v in (row if isinstance(row, (list, tuple)) else [row])]
        blob.extend(b"\0" * (-len(blob) % 4))
        view = {"buffer": 0, "byteOffset": len(blob), "byteLength": len(flat) * struct.calcsize(letter)}
        if target:
            view["target"] = target
        blob.extend(struct.pack(f"<{len(flat)}{letter}", *flat))
        doc["bufferViews"].append(view)
        entry = {"bufferView": len(doc["bufferViews"]) - 1, "componentType": code, "count": len(rows), "type": kind}
        if normalized:
            entry["normalized"] = True
        if bounds:
            columns = list(zip(*[[struct.unpack("<f", struct.pack("<f", v))[0] for v in
                                  (row if isinstance(row, (list, tuple)) else [row])] for row in rows]))
            entry["min"], entry["max"] = [min(c) for c in columns], [max(c) for c in columns]
        doc["accessors"].append(entry)
        return len(doc["accessors"]) - 1

    primitives = []
    for material, (_, _, _, points, triangles, colours, weights) in enumerate(parts):
        attributes = {"POSITION": accessor(points, "VEC3", 5126, "f", 34962, True)}
        if colours:
            attributes["COLOR_0"] = accessor(colours, "VEC4", 5121, "B", 34962, normalized=True)
        if weights:
            number = {bone: i for i, (bone, _, _) in enumerate(bones)}
            rows = [sorted(each.items(), key=lambda w: -w[1])[:4] for each in weights]
            rows = [row + [(bones[0][0], 0.0)] * (4 - len(row)) for row in rows]
            attributes["JOINTS_0"] = accessor([[number[b] for b, _ in row] for row in rows], "VEC4", 5121, "B", 34962)
            attributes["WEIGHTS_0"] = accessor([sixteen_bits([w for _, w in row]) for row in rows],
                                               "VEC4", 5123, "H", 34962, normalized=True)
        primitives.append({"attributes": attributes,
                           "indices": accessor([i for t in triangles for i in t], "SCALAR", 5123, "H", 34963),
                           "material": material})
    doc["meshes"].append({"name": name, "primitives": primitives})
    doc["nodes"] = [{"name": name.capitalize(), "children": [1, 2]}, {"name": name, "mesh": 0}]
    index = {bone: 2 + i for i, (bone, _, _) in enumerate(bones)}
    for bone, parent, head in bones:
        above = head_of[parent] if parent else (0, 0, 0)
        doc["nodes"].append({"name": bone, "translation": [round(head[i] - above[i], 6) for i in range(3)]})
        if parent:
            doc["nodes"][index[parent]].setdefault("children", []).append(index[bone])
    if parts[0][6]:
        binds = [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -head[0], -head[1], -head[2], 1] for _, _, head in bones]
        doc["skins"] = [{"joints": list(index.values()), "inverseBindMatrices": accessor(binds, "MAT4", 5126, "f")}]
        doc["nodes"][1]["skin"] = 0
    for clip, seconds, tracks in clips:
        inputs, samplers, channels = {}, [], []
        for (bone, path_name), rows in tracks.items():
            if len(rows) not in inputs:
                inputs[len(rows)] = accessor(times_of(seconds, len(rows) - 1), "SCALAR", 5126, "f", None, True)
            samplers.append({"input": inputs[len(rows)],
                             "output": accessor(rows, "VEC4" if path_name == "rotation" else "VEC3", 5126, "f")})
            channels.append({"sampler": len(samplers) - 1, "target": {"node": index[bone], "path": path_name}})
        doc["animations"].append({"name": clip, "samplers": samplers, "channels": channels})
    blob.extend(b"\0" * (-len(blob) % 4))
    doc["buffers"] = [{"byteLength": len(blob)}]
    text = json.dumps(doc, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    with open(path, "wb") as file:
        file.write(b"glTF" + struct.pack("<II", 2, 28 + len(text) + len(blob)))
        file.write(struct.pack("<I", len(text)) + b"JSON" + text)
        file.write(struct.pack("<I", len(blob)) + b"BIN\0" + bytes(blob))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(sys.argv[1], "figure", BONES,
          [("body", False, [0.80, 0.62, 0.48, 1], *body(SHAPES, CELL), None, None),
           ("cape", True, [0.62, 0.10, 0.12, 1], *cape(), None, None)],
          [turn_about(), walk()])
