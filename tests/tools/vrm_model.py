#!/usr/bin/env python3
"""An independent model of VRM spring bones in float64, straight from the specification.

Reads .gltf, .glb and .vrm files by itself (nodes and spring extensions only), moves the scene as
`motion` says, makes 240 ticks of 1/60 s and writes where the tails are. The C++ tests compare the
solver with these numbers.

usage: vrm_model.py ASSETS_DIR OUT_DIR
"""
import copy
import json
import math
import os
import struct
import sys

import numpy as np

TICKS = 240
DT = 1.0 / 60.0
RECORDED = (1, 30, 60, 120, 180, 240)

# What moves: all scene roots hang on one node, which sways and turns; in files with a collider on a
# node of its own that one also travels along x. Amplitudes in metres or radians, rates in rad/s.
MOTION = {
    "sphere-collider.gltf": {"sway": [0.1, 0.0, 0.05], "rate": 2.0, "turn": 0.2, "turn_rate": 1.3,
                             "travel_node": 5, "travel": -0.25, "travel_rate": 0.7},
    "inside-collider.gltf": {"sway": [0.2, 0.05, 0.1], "rate": 2.0, "turn": 0.3, "turn_rate": 1.3,
                             "travel_node": 5, "travel": 0.9, "travel_rate": 0.7},
    "plane-collider.gltf": {"sway": [0.1, 0.0, 0.1], "rate": 2.0, "turn": 0.2, "turn_rate": 1.3,
                            "travel_node": 5, "travel": 0.15, "travel_rate": 0.7},
    "Godette_vrm_v4.vrm": {"sway": [0.1, 0.05, 0.1], "rate": 3.0, "turn": 0.5, "turn_rate": 2.0,
                           "travel_node": -1, "travel": 0.0, "travel_rate": 0.0},
}


def motions(gentle):
    """The motion above, to the letter and with turns; then fast ones, with turns."""
    shake = copy.deepcopy(gentle)
    shake.update({"sway": [0.3, 0.0, 0.0], "rate": 6 * math.pi})  # 0.3 m, three times per second
    run = copy.deepcopy(gentle)
    run.update({"run": [-5.0, 0.0, 0.0], "run_until": 1.0})  # 5 m/s, and a sudden stop
    still = {"run": [0.0, 0.0, 0.0], "run_until": 0.0}
    return [(1, {**gentle, **still}), (4, {**gentle, **still}), (4, {**shake, **still}), (4, run)]


# ---------------------------------------------------------------- arithmetic

def rotation_matrix(q):
    x, y, z, w = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def between(a, b):
    """Matrix of the shortest rotation from unit a to unit b (Rodrigues)."""
    v = np.cross(a, b)
    c = float(np.dot(a, b))
    k = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + k + k @ k / (1 + c)


def normalise(v, otherwise):
    size = np.linalg.norm(v)
    return v / size if size > 0 else otherwise


def place(matrix, point):
    return matrix[:3, :3] @ point + matrix[:3, 3]


# ---------------------------------------------------------------- files

def read_json(path):
    data = open(path, "rb").read()
    if data[:4] == b"glTF":
        size = struct.unpack("<I", data[12:16])[0]
        return json.loads(data[20:20 + size])
    return json.loads(data)


class Scene:
    """Nodes with their local translation, rotation matrix and scale; index -1 is the moving root."""

    def __init__(self, document):
        nodes = document["nodes"]
        self.parent = [-1] * len(nodes)
        self.children = [n.get("children", []) for n in nodes]
        for i, n in enumerate(nodes):
            assert "matrix" not in n
            for c in n.get("children", []):
                self.parent[c] = i
        self.translation = [np.array(n.get("translation", [0, 0, 0]), float) for n in nodes]
        rotations = [np.array(n.get("rotation", [0, 0, 0, 1]), float) for n in nodes]
        self.rotation = [rotation_matrix(q / np.linalg.norm(q)) for q in rotations]
        self.scale = [np.array(n.get("scale", [1, 1, 1]), float) for n in nodes]
        self.rest_translation = [t.copy() for t in self.translation]
        self.rest_rotation = [r.copy() for r in self.rotation]
        self.root = np.eye(4)

    def local(self, node, rest=False):
        m = np.eye(4)
        m[:3, :3] = (self.rest_rotation if rest else self.rotation)[node] @ np.diag(self.scale[node])
        m[:3, 3] = (self.rest_translation if rest else self.translation)[node]
        return m

    def world(self, node):
        return self.root if node < 0 else self.world(self.parent[node]) @ self.local(node)

    def world_rotation(self, node):
        if node < 0:
            return self.root[:3, :3]  # turns and shifts only
        return self.world_rotation(self.parent[node]) @ self.rotation[node]


def colliders_1(extension):
    out = []
    for c in extension.get("colliders", []):
        shape = c["shape"]
        shape = c.get("extensions", {}).get("VRMC_springBone_extended_collider", {}).get("shape", shape)
        kind, body = next(iter(shape.items()))
        out.append({"node": c["node"], "kind": kind, "inside": body.get("inside", False),
                    "offset": np.array(body.get("offset", [0, 0, 0]), float),
                    "tail": np.array(body.get("tail", [0, 0, 0]), float),
                    "normal": np.array(body.get("normal", [0, 0, 1]), float),
                    "radius": body.get("radius", 0.0)})
    return out


def springs_1(extension):
    colliders = colliders_1(extension)
    groups = [[colliders[i] for i in g["colliders"]] for g in extension.get("colliderGroups", [])]
    pairs = []
    for spring in extension["springs"]:
        joints = spring["joints"]
        met = [c for g in spring.get("colliderGroups", []) for c in groups[g]]
        for a, b in zip(joints, joints[1:]):
            pairs.append({"head": a["node"], "tail": b["node"], "colliders": met,
                          "hit": a.get("hitRadius", 0.0), "is_vrm_0": False,
                          "stiffness": a.get("stiffness", 1.0),
                          "gravity": a.get("gravityPower", 0.0) * np.array(
                              a.get("gravityDir", [0, -1, 0]), float),
                          "drag": a.get("dragForce", 0.5)})
    return pairs


def springs_0(secondary, scene):
    groups = []
    for g in secondary["colliderGroups"]:
        groups.append([{"node": g["node"], "kind": "sphere", "inside": False, "radius": c["radius"],
                        "offset": np.array([c["offset"]["x"], c["offset"]["y"], -c["offset"]["z"]])}
                       for c in g["colliders"]])
    pairs = []

    def expand(node, group, met):
        gravity = np.array([group["gravityDir"][k] for k in "xyz"], float)
        pair = {"head": node, "colliders": met, "hit": group["hitRadius"], "is_vrm_0": True,
                "stiffness": group["stiffiness"], "gravity": group["gravityPower"] * gravity,
                "drag": group["dragForce"]}
        if scene.children[node]:
            pair["tail"] = scene.children[node][0]
        else:
            here = scene.world(node)
            way = here[:3, 3] - scene.world(scene.parent[node])[:3, 3]
            end = here[:3, 3] + 0.07 * scale_of(scene, node) * way / np.linalg.norm(way)
            pair["end"] = np.linalg.inv(here[:3, :3]) @ (end - here[:3, 3])
        pairs.append(pair)
        for child in scene.children[node]:
            expand(child, group, met)

    for group in secondary["boneGroups"]:
        met = [c for g in group["colliderGroups"] for c in groups[g]]
        for root in group["bones"]:
            expand(root, group, met)
    return pairs


# ---------------------------------------------------------------- the specification

def scale_of(scene, node):
    """The largest axis of a node: what is left of its matrix without the rotations above it."""
    lossy = scene.world_rotation(node).T @ scene.world(node)[:3, :3]
    return max(abs(lossy[k, k]) for k in range(3))


def radius_of(scene, collider):
    """As UniVRM: colliders grow with their node, but for those that tails may not leave."""
    return collider["radius"] * (1.0 if collider["inside"] else scale_of(scene, collider["node"]))


def hit_of(scene, pair):
    """As UniVRM: the hit radius grows with its bone in VRM 0.x alone."""
    return pair["hit"] * (scale_of(scene, pair["head"]) if pair["is_vrm_0"] else 1.0)


def distance(scene, collider, hit, n):
    """How far a tail is from a collider (negative: inside it), and the way out."""
    world = scene.world(collider["node"])
    d = n - place(world, collider["offset"])
    if collider["kind"] == "plane":
        normal = np.linalg.inv(world[:3, :3]).T @ collider["normal"]
        normal = normal / np.linalg.norm(normal)
        return float(np.dot(d, normal)) - hit, normal
    if collider["kind"] == "capsule":
        s = place(world, collider["tail"]) - place(world, collider["offset"])
        if np.dot(s, s) > 0:
            d = d - s * min(max(np.dot(s, d) / np.dot(s, s), 0.0), 1.0)
    radius = radius_of(scene, collider)
    size = np.linalg.norm(d)
    away = normalise(d, np.zeros(3))
    if collider["inside"]:
        return radius - hit - size, -away
    return size - radius - hit, away


# ---------------------------------------------------------------- beyond the specification

class WayOut:
    """Turns a tail about its head until no collider holds it. With its length given, each sphere, plane
    or point of a capsule's axis leaves free the directions u with u . pole >= height."""

    def __init__(self, scene, colliders, hit, head, size):
        self.scene, self.colliders, self.hit, self.head, self.size = scene, colliders, hit, head, size
        self.slack = 2e-6 * max(1.0, np.linalg.norm(head) + size)

    def axis_points(self, collider, n):
        """The point of its axis that is nearest, and the axis' ends."""
        world = self.scene.world(collider["node"])
        start = place(world, collider["offset"])
        if collider["kind"] != "capsule":
            return [start]
        s = place(world, collider["tail"]) - start
        t = np.clip(np.dot(s, n - start) / np.dot(s, s), 0.0, 1.0) if np.dot(s, s) > 0 else 0.0
        return [start + t * s, start, start + s]

    def cap(self, collider, point):
        world = self.scene.world(collider["node"])
        if collider["kind"] == "plane":
            normal = np.linalg.inv(world[:3, :3]).T @ collider["normal"]
            normal = normal / np.linalg.norm(normal)
            return normal, (self.hit - np.dot(self.head - point, normal)) / self.size
        radius = radius_of(self.scene, collider)
        way = point - self.head
        far = np.linalg.norm(way)
        if 2 * self.size * far <= 1e-12:
            return way, -2.0
        radius += -self.hit if collider["inside"] else self.hit
        # The law of cosines.
        cosine = (self.size ** 2 + far ** 2 - radius ** 2) / (2 * self.size * far)
        return (way / far, cosine) if collider["inside"] else (-way / far, -cosine)

    @staticmethod
    def edge(cap, u):
        pole, height = cap
        side = u - np.dot(u, pole) * pole
        if np.dot(side, side) < 1e-8:
            helper = np.array([0.0, 1.0, 0.0]) if abs(pole[0]) > 0.6 else np.array([1.0, 0.0, 0.0])
            side = helper - np.dot(helper, pole) * pole
        angle = math.acos(min(max(height, -1.0), 1.0))
        return math.cos(angle) * pole + math.sin(angle) * side / np.linalg.norm(side)

    @staticmethod
    def corners(a, b):
        """Unit vectors on both edges: a point of the line where the two planes meet, and along it."""
        line = np.cross(a[0], b[0])
        if np.dot(line, line) <= 1e-8:
            return []
        rows = np.array([a[0], b[0], line])
        middle = np.linalg.solve(rows, np.array([min(a[1], 1.0), min(b[1], 1.0), 0.0]))
        left = 1 - np.dot(middle, middle)
        if left < 0:
            return []
        along = math.sqrt(left) * line / np.linalg.norm(line)
        return [middle - along, middle + along]

    def at(self, u):
        return self.head + self.size * u / np.linalg.norm(u)

    def depth(self, n):
        return max([self.slack] + [-distance(self.scene, c, self.hit, n)[0] for c in self.colliders])

    def turn(self, n, rounds):
        last = None
        for _ in range(rounds):
            turned = False
            for c in self.colliders:
                if distance(self.scene, c, self.hit, n)[0] >= -self.slack:
                    continue
                cap = self.cap(c, self.axis_points(c, n)[0])
                if cap[1] <= -1:
                    continue
                if cap[1] >= 1 and not (c["inside"] and c["kind"] == "capsule"):
                    continue  # no direction is free of it
                u = self.edge(cap, (n - self.head) / self.size)
                if last is not None and np.dot(u, last[0]) < last[1] - 1e-6:
                    u = min(self.corners(cap, last), key=lambda v: -np.dot(u, v), default=u)
                n, last, turned = self.at(u), cap, True
            if not turned:
                return n, False
        return n, True

    def jump(self, n):
        if self.depth(n) <= 10 * self.slack:
            return n
        u = (n - self.head) / self.size
        caps = [cap for c in self.colliders for cap in
                (self.cap(c, point) for point in self.axis_points(c, n)) if cap[1] > -1][:16]
        places = []
        for i, a in enumerate(caps):
            places.append(self.edge(a, u))
            for b in caps[:i]:
                places += self.corners(a, b)
        if not places:
            return n
        found = min(places, key=lambda v: (self.depth(self.at(v)), -np.dot(u, v)))
        return self.at(found) if self.depth(self.at(found)) < self.depth(n) else n

    def find(self, n, rounds):
        n, held = self.turn(n, rounds)
        if held:
            n, _ = self.turn(self.jump(n), rounds)
        return n


class Model:
    def __init__(self, scene, pairs, rounds=1):
        self.scene = scene
        self.rounds = rounds  # of colliders; the specification has one
        self.pairs = pairs
        for p in pairs:
            head = scene.world(p["head"])
            if "end" in p:
                p["tail_local"] = p["end"]
            else:
                p["tail_local"] = np.linalg.inv(head[:3, :3]) @ (
                    scene.world(p["tail"])[:3, 3] - head[:3, 3])
            p["axis"] = p["tail_local"] / np.linalg.norm(p["tail_local"])
        depth = lambda node: 0 if node < 0 else 1 + depth(scene.parent[node])
        self.order = sorted(range(len(pairs)), key=lambda i: depth(pairs[i]["head"]))

    def start(self):
        self.pushes = 0  # by colliders, to see that there were any
        for p in self.pairs:
            p["cur"] = p["prev"] = place(self.scene.world(p["head"]), p["tail_local"])

    def tick(self):
        for i in self.order:
            p = self.pairs[i]
            head = p["head"]
            parent = self.scene.world(self.scene.parent[head])
            turn = self.scene.world_rotation(self.scene.parent[head]) @ self.scene.rest_rotation[head]
            rest = parent @ self.scene.local(head, rest=True)
            head_position = self.scene.world(head)[:3, 3]
            size = np.linalg.norm(rest[:3, :3] @ p["tail_local"])
            towards = turn @ p["axis"]
            n = (p["cur"] + (p["cur"] - p["prev"]) * (1 - p["drag"]) + DT * p["stiffness"] * towards +
                 DT * p["gravity"])
            n = head_position + size * normalise(n - head_position, towards)
            pushed = False
            for c in p["colliders"]:
                gap, out = distance(self.scene, c, hit_of(self.scene, p), n)
                if gap < 0:
                    pushed = True
                    self.pushes += 1
                    n = n - out * gap
                    n = head_position + size * normalise(n - head_position, towards)
            if pushed and self.rounds > 1:
                n = WayOut(self.scene, p["colliders"], hit_of(self.scene, p), head_position, size).find(
                    n, self.rounds - 1)
            p["prev"], p["cur"] = p["cur"], n
            seen = np.linalg.inv(rest) @ np.append(n, 1.0)
            self.scene.rotation[head] = self.scene.rest_rotation[head] @ between(
                p["axis"], seen[:3] / np.linalg.norm(seen[:3]))

    def deepest(self):
        """The largest penetration of any tail into any collider it meets."""
        gaps = [distance(self.scene, c, hit_of(self.scene, p), p["cur"])[0] for p in self.pairs
                for c in p["colliders"]]
        return max(0.0, -min(gaps)) if gaps else 0.0


def move(scene, motion, t):
    angle = motion["turn"] * math.sin(motion["turn_rate"] * t)
    scene.root = np.eye(4)
    scene.root[:3, :3] = rotation_matrix([0, math.sin(angle / 2), 0, math.cos(angle / 2)])
    scene.root[:3, 3] = (np.array(motion["sway"]) * math.sin(motion["rate"] * t) +
                         np.array(motion["run"]) * min(t, motion["run_until"]))
    node = motion["travel_node"]
    if node >= 0:
        scene.translation[node] = scene.rest_translation[node] + np.array(
            [motion["travel"] * math.sin(motion["travel_rate"] * t), 0, 0])


def run(path, motion, rounds):
    document = read_json(path)
    scene = Scene(document)
    extensions = document["extensions"]
    if "VRMC_springBone" in extensions:
        pairs = springs_1(extensions["VRMC_springBone"])
    else:
        pairs = springs_0(extensions["VRM"]["secondaryAnimation"], scene)
    model = Model(scene, pairs, rounds)
    recorded = []
    deepest = 0.0
    swing = 0.0
    for k in range(1, TICKS + 1):
        move(scene, motion, k * DT)
        if k == 1:
            model.start()
        model.tick()
        deepest = max(deepest, model.deepest())
        for p in pairs:
            at_rest = place(scene.world(scene.parent[p["head"]]) @ scene.local(p["head"], rest=True),
                            p["tail_local"])
            swing = max(swing, float(np.linalg.norm(p["cur"] - at_rest)))
        if k in RECORDED:
            recorded.append({"tick": k, "tails": [[float(x) for x in p["cur"]] for p in pairs]})
    heads = [p["head"] for p in pairs]
    return heads, {"rounds": rounds, "motion": motion, "largest_swing": swing, "deepest_penetration": deepest,
                   "pushes": model.pushes, "ticks": recorded}


def main():
    assets, out = sys.argv[1], sys.argv[2]
    for name, gentle in MOTION.items():
        path = os.path.join(assets, "vrm", name)
        runs = []
        for rounds, motion in motions(gentle):
            heads, result = run(path, motion, rounds)
            runs.append(result)
            print("%s: %d springs, %d rounds of colliders, largest swing %.3f m, %d pushes, "
                  "deepest penetration %.2e m" % (name, len(heads), rounds, result["largest_swing"],
                                                  result["pushes"], result["deepest_penetration"]))
        with open(os.path.join(out, os.path.splitext(name)[0] + ".json"), "w") as file:
            json.dump({"file": name, "heads": heads, "runs": runs}, file, separators=(",", ":"))
            file.write("\n")


if __name__ == "__main__":
    main()
