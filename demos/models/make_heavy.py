#!/usr/bin/env python3
"""Writes heavy.glb: a heavy figure, one closed skin with weights, and two clips.

usage: make_heavy.py OUT.glb

Its skeleton is that of make_figure.py, with legs apart: flesh that touches in the rest pose would stick together. Its
flesh is baked by the command of docs/tissue.md.
"""
import math
import sys

import make_figure
from make_figure import body, capsule_distance, times_of, turn, write

LEGS = ("thigh", "shin", "foot", "toe")
BONES = [(name, parent, (1.35 * head[0] if name.startswith(LEGS) else head[0], head[1], head[2]))
         for name, parent, head in make_figure.BONES]
HEAD = {name: head for name, _, head in BONES}

# Of the trunk, which bones share by height; of the limbs, each with the bone that moves it.
TRUNK = [
    ((-0.09, 1.33, 0), (0.09, 1.33, 0), 0.17, 0.17),          # chest
    ((0, 1.10, 0.02), (0, 1.30, 0), 0.25, 0.17),              # trunk
    ((-0.05, 1.08, 0.13), (0.05, 1.08, 0.13), 0.25, 0.25),    # belly
    ((-0.10, 0.94, -0.04), (0.10, 0.94, -0.04), 0.19, 0.19),  # seat
    ((0.10, 1.29, 0.11), (0.10, 1.28, 0.11), 0.085, 0.085),   # breasts
    ((-0.10, 1.29, 0.11), (-0.10, 1.28, 0.11), 0.085, 0.085),
]
LEVELS = [("hips", 0.98), ("spine", 1.16), ("chest", 1.34)]  # where each alone moves the trunk
LIMBS = [
    ("head", ((0, 1.68, 0.01), (0, 1.72, 0.01), 0.128, 0.122)),
    ("head", ((0.07, 1.645, 0.075), (0.07, 1.64, 0.07), 0.06, 0.06)),  # cheeks
    ("head", ((-0.07, 1.645, 0.075), (-0.07, 1.64, 0.07), 0.06, 0.06)),
    ("neck", ((0, 1.60, 0.035), (0, 1.585, 0.03), 0.09, 0.09)),
    ("neck", ((0, 1.45, -0.01), (0, 1.62, 0), 0.085, 0.075)),
]
for side, x in (("L", 1), ("R", -1)):
    LIMBS += [
        (f"shoulder.{side}", ((0.10 * x, 1.43, -0.02), (0.21 * x, 1.41, -0.02), 0.085, 0.09)),
        (f"upper_arm.{side}", ((0.20 * x, 1.42, -0.02), (0.42 * x, 1.25, -0.02), 0.092, 0.066)),
        (f"fore_arm.{side}", ((0.42 * x, 1.25, -0.02), (0.60 * x, 1.10, 0.01), 0.066, 0.048)),
        (f"hand.{side}", ((0.60 * x, 1.10, 0.01), (0.68 * x, 1.035, 0.03), 0.052, 0.046)),
        (f"thigh.{side}", ((0.15 * x, 0.90, 0), (0.16 * x, 0.50, 0.01), 0.135, 0.085)),
        (f"shin.{side}", ((0.16 * x, 0.50, 0.01), (0.16 * x, 0.09, -0.03), 0.088, 0.062)),
        (f"foot.{side}", ((0.16 * x, 0.065, -0.04), (0.16 * x, 0.05, 0.12), 0.06, 0.05)),
    ]
SHAPES = TRUNK + [shape for _, shape in LIMBS]
BLEND = 0.022  # m, how far bones share the skin about their joint
CELL = 0.043

SKIN, SHORTS, HAIR, SHOES = (178, 118, 90), (44, 78, 126), (74, 48, 34), (60, 52, 48)


def colour(p):
    """Alpha says where handles of flesh are dense, for the bake."""
    x, y, z = p
    if y < 0.13:
        return (*SHOES, 0)
    if abs(x) > 0.36 or y < 0.66:
        return (*SKIN, 0)
    if 0.62 < y < 0.94 - 0.25 * max(0.0, z):
        return (*SHORTS, 90)
    if y > 1.46:
        return (*(HAIR if y > 1.73 - 0.5 * (0.04 - z) and z < 0.10 else SKIN), 0)
    return (*SKIN, 255 if z > 0.1 and y < 1.24 else 130 if z > 0 else 70)


def trunk_weights(height):
    for (low, at), (high, end) in zip(LEVELS, LEVELS[1:]):
        if height < end:
            t = min(1.0, max(0.0, (height - at) / (end - at)))
            t = t * t * (3 - 2 * t)
            return {low: 1 - t, high: t}
    return {LEVELS[-1][0]: 1.0}


def weights(p):
    """A point follows the shape that it lies on, and near others those too."""
    trunk = min(capsule_distance(p, shape) for shape in TRUNK)
    parts = [(trunk, trunk_weights(p[1]))] + [(capsule_distance(p, shape), {bone: 1.0}) for bone, shape in LIMBS]
    nearest = min(d for d, _ in parts)
    out = {}
    for d, by in parts:
        for bone, share in by.items():
            out[bone] = out.get(bone, 0.0) + share * math.exp((nearest - d) / BLEND)
    total = sum(out.values())
    return {bone: w / total for bone, w in out.items() if w > 0.02 * total}


def product(a, b):
    """Of two turns, the second one first."""
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


def walk():
    """Heavy steps on the spot: hips fall onto each foot, so that flesh is hit twice a round."""
    seconds = 1.1
    _, _, tracks = make_figure.walk()
    hips = HEAD["hips"]
    phases = [2 * math.pi * t / seconds for t in times_of(seconds, 48)]
    tracks["hips", "translation"] = [
        [hips[0] + 0.03 * math.sin(p), hips[1] + 0.035 * (2 * math.sqrt(math.cos(p) ** 2 + 0.01) - 1.2), hips[2]]
        for p in phases]
    for side, sign in (("L", 1), ("R", -1)):
        arm = f"upper_arm.{side}", "rotation"
        tracks[arm] = [product(turn((0, 0, 1), -14 * sign), swing) for swing in tracks[arm]]
    return "walk", seconds, tracks


def stand():
    """Arms hang, and the chest breathes."""
    seconds = 4
    breath = [math.sin(2 * math.pi * t / seconds) for t in times_of(seconds)]
    tracks = {("chest", "rotation"): [turn((1, 0, 0), 1.2 * b) for b in breath]}
    for side, sign in (("L", 1), ("R", -1)):
        tracks[f"upper_arm.{side}", "rotation"] = [turn((0, 0, 1), sign * (-12 + b)) for b in breath]
    return "stand", seconds, tracks


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    points, triangles = body(SHAPES, CELL)
    write(sys.argv[1], "heavy", BONES,
          [("body", False, [1, 1, 1, 1], points, triangles, [colour(p) for p in points],
            [weights(p) for p in points])], [walk(), stand()])
