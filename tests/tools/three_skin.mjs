// Plays glTF files in three.js, as a foreign client would, and writes where it puts the vertices.
//
// usage: node three_skin.mjs FILE.glb...
// writes FILE.glb.three.json for each: {"extent": diagonal, "frames": [{"clip": n, "time": s,
//     "positions": [[x, y, z, ...] of each primitive, in the order of meshes and primitives]}]}
// The first three clips, at six times each; a file without clips in its rest pose (clip -1).
// needs the npm package three, found from the folders in NODE_PATH or from the dependency cache.
// exit code: 0 fine, 1 a file could not be played, 4 the package is not there (skipped)

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

globalThis.self = globalThis; // the loader takes a browser for granted

async function findThree() {
    const here = dirname(fileURLToPath(import.meta.url));
    const cache = process.env.JOUNCE_DEPS_DIR ?? join(here, "..", "..", ".deps");
    const folders = (process.env.NODE_PATH ?? "").split(":").filter(Boolean);
    for (const folder of [...folders, join(cache, "three-vrm", "node_modules")]) {
        const loader = join(folder, "three", "examples", "jsm", "loaders", "GLTFLoader.js");
        if (existsSync(loader)) {
            const main = join(folder, "three", "build", "three.module.js");
            return [await import(pathToFileURL(main)), await import(pathToFileURL(loader))];
        }
    }
    console.log("skipped: the npm package three was not found; npm install it, and give its "
        + "node_modules folder in NODE_PATH");
    process.exit(4);
}

const [THREE, { GLTFLoader }] = await findThree();

function load(file) {
    const bytes = readFileSync(file);
    const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    return new Promise((done, fail) => new GLTFLoader().parse(copy, "", done, fail));
}

/// Primitives with a skin, in the order of the file.
function skinnedMeshes(gltf) {
    const found = [];
    gltf.scene.traverse((object) => {
        if (object.isSkinnedMesh) {
            const from = gltf.parser.associations.get(object);
            found.push({ object, order: [from.meshes, from.primitives ?? 0] });
        }
    });
    found.sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1]);
    return found.map((one) => one.object);
}

function positionsOf(mesh) {
    const out = [];
    const place = new THREE.Vector3();
    for (let v = 0; v < mesh.geometry.attributes.position.count; ++v) {
        mesh.getVertexPosition(v, place);
        place.applyMatrix4(mesh.matrixWorld);
        out.push(place.x, place.y, place.z);
    }
    return out;
}

function moments(gltf) {
    const out = [];
    gltf.animations.slice(0, 3).forEach((clip, c) => {
        for (let k = 0; k < 6; ++k) out.push({ clip: c, time: clip.duration * (k + 0.5) / 6 });
    });
    return out.length > 0 ? out : [{ clip: -1, time: 0 }];
}

function play(gltf) {
    const meshes = skinnedMeshes(gltf);
    const frames = [];
    for (const { clip, time } of moments(gltf)) {
        const mixer = new THREE.AnimationMixer(gltf.scene);
        if (clip >= 0) {
            mixer.clipAction(gltf.animations[clip]).play();
            mixer.setTime(time);
        }
        gltf.scene.updateMatrixWorld(true);
        meshes.forEach((mesh) => mesh.skeleton.update());
        frames.push({ clip, time, positions: meshes.map(positionsOf) });
        mixer.stopAllAction();
    }
    const box = new THREE.Box3();
    frames[0].positions.forEach((list) => box.union(
        new THREE.Box3().setFromArray(list)));
    return { extent: box.getSize(new THREE.Vector3()).length(), frames };
}

for (const file of process.argv.slice(2)) {
    try {
        writeFileSync(file + ".three.json", JSON.stringify(play(await load(file))));
    } catch (wrong) {
        console.log(`${file}: ${wrong.stack ?? wrong}`);
        process.exit(1);
    }
}
