// What three_pictures.mjs shows to the browser: draws every job and sends the pixels back.

import * as THREE from "three";
import { GLTFLoader } from "/three/examples/jsm/loaders/GLTFLoader.js";

// The light of shaders/light.sh, said once more: a scene's light is not what is compared, so both have the same.
// Materials, textures and everything else are those of three.js.
const toSun = new THREE.Vector3(0.45, 1, 0.55).normalize(); // demos/common/sun_shadow.cpp
const sun = [1.25, 1.15, 1];
THREE.ShaderChunk.lights_fragment_maps += `
#ifdef STANDARD
    {
        vec3 upwards = inverseTransformDirection(geometryNormal, viewMatrix);
        iblIrradiance += PI * 0.75 * mix(vec3(0.24, 0.21, 0.18), vec3(0.42, 0.48, 0.58), 0.5 + 0.5 * upwards.y);
        vec3 way = inverseTransformDirection(reflect(-geometryViewDir, geometryNormal), viewMatrix);
        float blur = 0.08 + 0.92 * material.roughness;
        vec3 sky = pow(vec3(196.0, 214.0, 232.0) / 255.0, vec3(2.2)) * (1.0 - 0.25 * max(way.y, 0.0));
        radiance += mix(vec3(0.17, 0.15, 0.13), sky, smoothstep(-blur, blur, way.y));
    }
#endif
`;

/// The colour of an object's number: six steps of each channel.
function colourOf(number) {
    return [Math.floor(number / 36) % 6, Math.floor(number / 6) % 6, number % 6].map((n) => 51 * n / 255);
}

async function send(path, body) {
    await fetch(path, { method: "POST", body });
}

/// Meshes as the loader makes them, with the number of each in the job's list, from 1; 215 for others.
function meshesOf(gltf, objects) {
    const found = [];
    gltf.scene.traverse((object) => {
        if (object.isLine || object.isPoints) object.visible = false;
        if (!object.isMesh) return;
        object.frustumCulled = false;
        const from = gltf.parser.associations.get(object) ?? {};
        const node = from.nodes ?? gltf.parser.associations.get(object.parent)?.nodes;
        const primitive = from.primitives ?? 0;
        const index = objects.findIndex((o) => o[0] === node && o[1] === primitive);
        found.push({ object, number: index < 0 ? 215 : index + 1 });
    });
    return found;
}

/// The same material without light.
function flatOf(from) {
    const out = new THREE.MeshBasicMaterial({ map: from.map, color: from.color, opacity: from.opacity,
        transparent: from.transparent, alphaTest: from.alphaTest, side: from.side,
        vertexColors: from.vertexColors, depthWrite: from.depthWrite });
    return out;
}

function numbered(from, number) {
    return new THREE.MeshBasicMaterial({
        color: new THREE.Color().setRGB(...colourOf(number), THREE.SRGBColorSpace), side: from.side });
}

class studio {
    constructor() {
        this.renderer = new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
        this.renderer.toneMapping = THREE.NoToneMapping;
        document.body.appendChild(this.renderer.domElement);
    }

    async shoot(job, name, scene, camera, background) {
        const gl = this.renderer.getContext();
        this.renderer.setClearColor(background, 1);
        this.renderer.render(scene, camera);
        const pixels = new Uint8Array(4 * job.width * job.height);
        gl.readPixels(0, 0, job.width, job.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        await send(`/picture?name=${encodeURIComponent(name)}&width=${job.width}&height=${job.height}`, pixels);
    }

    async draw(job) {
        this.renderer.setPixelRatio(1);
        this.renderer.setSize(job.width, job.height);
        const gltf = await new GLTFLoader().loadAsync(job.url);
        const scene = new THREE.Scene();
        scene.add(gltf.scene);
        const light = new THREE.DirectionalLight(new THREE.Color(...sun), Math.PI);
        light.position.copy(toSun);
        scene.add(light, light.target);
        const meshes = meshesOf(gltf, job.objects);
        for (const each of meshes) {
            each.object.material.clearcoat = 0; // jounce has none
            each.look = job.flat ? flatOf(each.object.material) : each.object.material;
            each.number = numbered(each.object.material, each.number);
        }
        for (const picture of job.pictures) {
            const mixer = new THREE.AnimationMixer(gltf.scene);
            if (picture.clip >= 0) {
                const action = mixer.clipAction(gltf.animations[picture.clip]);
                action.setLoop(THREE.LoopOnce);
                action.clampWhenFinished = true;
                action.play();
                mixer.setTime(picture.time);
            }
            const camera = new THREE.PerspectiveCamera(picture.field_of_view, job.width / job.height,
                picture.near, picture.far);
            camera.position.set(...picture.eye);
            camera.lookAt(...picture.target);
            for (const each of meshes) each.object.material = each.look;
            await this.shoot(job, `${picture.name}.black`, scene, camera, 0x000000);
            await this.shoot(job, `${picture.name}.white`, scene, camera, 0xffffff);
            for (const each of meshes) each.object.material = each.number;
            await this.shoot(job, `${picture.name}.objects`, scene, camera, 0x000000);
            mixer.stopAllAction();
        }
    }
}

try {
    const jobs = await (await fetch("/jobs")).json();
    const draws = new studio();
    let count = 0;
    for (const job of jobs) {
        try {
            await draws.draw(job);
        } catch (wrong) {
            throw new Error(`${job.file}: ${wrong.stack ?? wrong}`);
        }
        count += job.pictures.length;
    }
    await send("/done", `${count} pictures of ${jobs.length} files`);
} catch (wrong) {
    await send("/failed", `${wrong.stack ?? wrong}`);
}
