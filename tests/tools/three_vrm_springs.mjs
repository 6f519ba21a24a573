// Runs the springs of VRM files in three-vrm-springbone, as a foreign client would, and writes what it
// did: the motion it was put through and how every joint was turned after every tick.
//
// usage: node three_vrm_springs.mjs OUT_FOLDER [--radius none|univrm] [--as-published] [--still] FILE...
// writes OUT_FOLDER/NAME.json for each FILE (.gltf, .glb, .vrm): {"heads": [node, ...],
//     "travellers": [node, ...], "ticks": [{"root": [x, y, z, qx, qy, qz, qw],
//     "places": [[x, y, z], ...], "turns": [[x, y, z, w], ...]}, ...]}
// The first entry of "ticks" is the pose in which the springs start; each later one is 1/60 s on.
// needs the npm packages three and @pixiv/three-vrm-springbone, found from the folders in NODE_PATH, from
// the project's dependency cache or from this file.
// exit code: 0 fine, 1 a file could not be run, 4 a package is not there (skipped)
//
// What is replaced in the package, unless --as-published is given, and why:
// 1. VRMSpringBoneJoint._calcWorldSpaceBoneLength takes a bone's length from the head's matrix of this
//    tick and the child's of the last one, so bones grow and shrink under a moving root. Here it is the
//    rest offset of the child under the head's matrix of this tick, which the package itself does for
//    joints without a child. Nothing else of a joint is touched.
// 2. With --radius univrm, radii grow with their node as UniVRM has it: of colliders, but for those with
//    "inside", and hit radii of VRM 0.x. The package scales none of them (--radius none, the default).

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const TICKS = 240;
const STEP = 1 / 60;

function findPackages() {
    const here = fileURLToPath(import.meta.url);
    const cache = process.env.JOUNCE_DEPS_DIR ?? join(dirname(here), "..", "..", ".deps");
    const folders = (process.env.NODE_PATH ?? "").split(":").filter(Boolean);
    const places = [...folders, join(cache, "three-vrm", "node_modules")];
    for (const from of [here, ...places.map((folder) => join(folder, "..", "x.js"))]) {
        try {
            const load = createRequire(from);
            return [load("three"), load("@pixiv/three-vrm-springbone")];
        } catch (wrong) {
            if (wrong.code !== "MODULE_NOT_FOUND") throw wrong;
        }
    }
    console.log("skipped: the npm packages three and @pixiv/three-vrm-springbone were not found; "
        + "npm install them, and give their node_modules folder in NODE_PATH");
    process.exit(4);
}

const [THREE, VRM] = findPackages();

function readArguments() {
    const given = { files: [], radius: "none", asPublished: false, still: false };
    const words = process.argv.slice(2);
    while (words.length > 0) {
        const word = words.shift();
        if (word === "--radius") given.radius = words.shift();
        else if (word === "--as-published") given.asPublished = true;
        else if (word === "--still") given.still = true;
        else if (given.folder === undefined) given.folder = word;
        else given.files.push(word);
    }
    if (given.folder === undefined || !["none", "univrm"].includes(given.radius)) {
        console.log("usage: three_vrm_springs.mjs OUT_FOLDER [--radius none|univrm] "
            + "[--as-published] [--still] FILE...");
        process.exit(1);
    }
    return given;
}

// ---------------------------------------------------------------- files

function readDocument(file) {
    const bytes = readFileSync(file);
    const isBinary = bytes.subarray(0, 4).toString("latin1") === "glTF";
    const text = isBinary ? bytes.subarray(20, 20 + bytes.readUInt32LE(12)) : bytes;
    return JSON.parse(text.toString("utf8"));
}

const vector = (array, otherwise) => new THREE.Vector3().fromArray(array ?? otherwise);

/// The nodes of a document; all roots hang on one more, which moves.
function buildNodes(document) {
    const nodes = document.nodes.map((node) => {
        const made = new THREE.Object3D();
        if (node.matrix) {
            new THREE.Matrix4().fromArray(node.matrix).decompose(made.position, made.quaternion, made.scale);
        } else {
            made.position.fromArray(node.translation ?? [0, 0, 0]);
            made.quaternion.fromArray(node.rotation ?? [0, 0, 0, 1]).normalize();
            made.scale.fromArray(node.scale ?? [1, 1, 1]);
        }
        return made;
    });
    document.nodes.forEach((node, i) => (node.children ?? []).forEach((c) => nodes[i].add(nodes[c])));
    const root = new THREE.Object3D();
    nodes.filter((node) => node.parent === null).forEach((node) => root.add(node));
    root.updateMatrixWorld(); // joints stop updating their matrices by themselves
    return { nodes, root };
}

function addCollider(node, shape) {
    const collider = new VRM.VRMSpringBoneCollider(shape);
    node.add(collider);
    return collider;
}

function shapeOf(collider) {
    const shape = collider.extensions?.VRMC_springBone_extended_collider?.shape ?? collider.shape;
    const [kind, body] = Object.entries(shape)[0];
    const offset = vector(body.offset, [0, 0, 0]);
    const { radius = 0, inside = false } = body;
    switch (kind) {
    case "plane":
        return new VRM.VRMSpringBoneColliderShapePlane({ offset, normal: vector(body.normal, [0, 0, 1]) });
    case "capsule":
        return new VRM.VRMSpringBoneColliderShapeCapsule(
            { offset, tail: vector(body.tail, [0, 0, 0]), radius, inside });
    default:
        return new VRM.VRMSpringBoneColliderShapeSphere({ offset, radius, inside });
    }
}

/// VRMC_springBone 1.0. The drag that a file leaves out is the schema's 0.5; the package has 0.4.
function springs1(extension, nodes) {
    const colliders = (extension.colliders ?? []).map((c) => addCollider(nodes[c.node], shapeOf(c)));
    const groups = (extension.colliderGroups ?? []).map(
        (group) => ({ colliders: group.colliders.map((i) => colliders[i]) }));
    const joints = [];
    for (const spring of extension.springs ?? []) {
        spring.joints.slice(0, -1).forEach((joint, i) => {
            const settings = {
                hitRadius: joint.hitRadius ?? 0,
                stiffness: joint.stiffness ?? 1,
                gravityPower: joint.gravityPower ?? 0,
                gravityDir: vector(joint.gravityDir, [0, -1, 0]),
                dragForce: joint.dragForce ?? 0.5,
            };
            const made = new VRM.VRMSpringBoneJoint(nodes[joint.node], nodes[spring.joints[i + 1].node],
                settings, (spring.colliderGroups ?? []).map((g) => groups[g]));
            if (spring.center !== undefined) made.center = nodes[spring.center];
            joints.push({ node: joint.node, joint: made });
        });
    }
    return joints;
}

/// VRM 0.x: a joint for every node below a root, with its first child as tail. Children come from the
/// document, because colliders hang below nodes too.
function springs0(secondary, nodes, document) {
    const at = (v, sign = 1) => new THREE.Vector3(v?.x ?? 0, v?.y ?? 0, sign * (v?.z ?? 0));
    const groups = (secondary.colliderGroups ?? []).map((group) => ({
        colliders: group.colliders.map((c) => addCollider(nodes[group.node],
            new VRM.VRMSpringBoneColliderShapeSphere({ offset: at(c.offset, -1), radius: c.radius }))),
    }));
    const joints = [];
    const expand = (node, group) => {
        const children = document.nodes[node].children ?? [];
        const settings = {
            hitRadius: group.hitRadius ?? 0.02,
            stiffness: group.stiffiness ?? 1,
            gravityPower: group.gravityPower ?? 0,
            gravityDir: group.gravityDir ? at(group.gravityDir) : new THREE.Vector3(0, -1, 0),
            dragForce: group.dragForce ?? 0.4,
        };
        const made = new VRM.VRMSpringBoneJoint(nodes[node], nodes[children[0]] ?? null, settings,
            (group.colliderGroups ?? []).map((g) => groups[g]));
        if ((group.center ?? -1) >= 0) made.center = nodes[group.center];
        joints.push({ node, joint: made });
        children.forEach((child) => expand(child, group));
    };
    for (const group of secondary.boneGroups ?? []) (group.bones ?? []).forEach((n) => expand(n, group));
    return joints;
}

// ---------------------------------------------------------------- what is replaced

function takeLengthAtRest() {
    const head = new THREE.Vector3();
    const tail = new THREE.Vector3();
    VRM.VRMSpringBoneJoint.prototype._calcWorldSpaceBoneLength = function () {
        head.setFromMatrixPosition(this.bone.matrixWorld);
        tail.copy(this.initialLocalChildPosition).applyMatrix4(this.bone.matrixWorld);
        this._worldSpaceBoneLength = head.sub(tail).length();
    };
}

function growHitRadii(joints) {
    const scale = new THREE.Vector3();
    for (const { joint } of joints) {
        scale.setFromMatrixScale(joint.bone.matrixWorld);
        joint.settings.hitRadius *= Math.max(scale.x, scale.y, scale.z);
    }
}

function growColliders() {
    const scale = new THREE.Vector3();
    for (const kind of [VRM.VRMSpringBoneColliderShapeSphere, VRM.VRMSpringBoneColliderShapeCapsule]) {
        const published = kind.prototype.calculateCollision;
        kind.prototype.calculateCollision = function (matrix, position, hitRadius, target) {
            const { radius } = this;
            scale.setFromMatrixScale(matrix);
            this.radius = this.inside ? radius : radius * Math.max(scale.x, scale.y, scale.z);
            const distance = published.call(this, matrix, position, hitRadius, target);
            this.radius = radius;
            return distance;
        };
    }
}

// ---------------------------------------------------------------- motion

/// Nodes with colliders that no joint depends on otherwise: they travel on their own.
function findTravellers(nodes, joints) {
    const held = new Set();
    for (const { joint } of joints) {
        joint.bone.traverse((node) => held.add(node));
        for (let node = joint.bone; node !== null; node = node.parent) held.add(node);
        for (let node = joint.center; node; node = node.parent) held.add(node);
    }
    return nodes.map((_, i) => i).filter((i) => !held.has(nodes[i])
        && nodes[i].children.some((child) => child instanceof VRM.VRMSpringBoneCollider));
}

const TILTED = new THREE.Vector3(0.25, 1, 0.15).normalize();

function move(root, travellers, t) {
    root.position.set(0.3 * Math.sin(7 * t), 0.1 * Math.sin(5 * t), 0.2 * Math.sin(6 * t));
    root.quaternion.setFromAxisAngle(TILTED, 0.6 * Math.sin(4 * t));
    travellers.forEach(({ node, rest }, i) => {
        node.position.set(rest.x + 0.25 * Math.sin((1.7 + 0.4 * i) * t), rest.y,
            rest.z + 0.1 * Math.sin((2.3 + 0.3 * i) * t));
    });
}

function run(file, { still, radius }) {
    const document = readDocument(file);
    const { nodes, root } = buildNodes(document);
    const extensions = document.extensions ?? {};
    const joints = extensions.VRMC_springBone !== undefined
        ? springs1(extensions.VRMC_springBone, nodes)
        : springs0(extensions.VRM?.secondaryAnimation ?? {}, nodes, document);
    if (radius === "univrm" && extensions.VRMC_springBone === undefined) growHitRadii(joints);
    const manager = new VRM.VRMSpringBoneManager();
    joints.forEach(({ joint }) => manager.addJoint(joint));
    const indices = findTravellers(nodes, joints);
    const travellers = indices.map((i) => ({ node: nodes[i], rest: nodes[i].position.clone() }));
    const ticks = [];
    const keep = () => ticks.push({
        root: [...root.position.toArray(), ...root.quaternion.toArray()],
        places: travellers.map(({ node }) => node.position.toArray()),
        turns: joints.map(({ joint }) => joint.bone.quaternion.toArray()),
    });
    for (let tick = 0; tick <= TICKS; ++tick) {
        move(root, travellers, still ? 0 : tick * STEP);
        if (tick === 0) manager.setInitState();
        else manager.update(STEP);
        root.updateMatrixWorld(); // as drawing does
        keep();
    }
    return { heads: joints.map(({ node }) => node), travellers: indices, ticks };
}

const given = readArguments();
if (!given.asPublished) takeLengthAtRest();
if (given.radius === "univrm") growColliders();
mkdirSync(given.folder, { recursive: true });
for (const file of given.files) {
    const out = join(given.folder, `${basename(file, extname(file))}.json`);
    writeFileSync(out, `${JSON.stringify(run(file, given))}\n`);
}
