// Draws glTF and VRM files by three.js in a headless browser, from cameras that it is given.
//
// usage: node three_pictures.mjs JOBS.json FOLDER
// JOBS.json: [{"file": path, "width": pixels, "height": pixels, "flat": without light,
//     "objects": [[node, primitive], ...],
//     "pictures": [{"name": n, "clip": number or -1, "time": s, "eye": [x, y, z], "target": [x, y, z],
//                   "field_of_view": degrees from top to bottom, "near": n, "far": n}]}]
// writes into FOLDER per picture: n.black.png and n.white.png, over these colours, and n.objects.png, where object i
// of the list has the colour of number i + 1 (see `colourOf` in the page). Others have the number 215: white.
// The browser is chromium, or what JOUNCE_CHROMIUM names. It sees this program's own server and nothing else.
// needs the npm package three, found from the folders in NODE_PATH or from the dependency cache.
// exit code: 0 fine, 1 a file could not be drawn, 4 the browser or the package is not there (skipped)

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, resolve, sep } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { pngOf } from "./png_bytes.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const longestSilence = 240; // seconds without a picture
const types = { ".mjs": "text/javascript", ".js": "text/javascript", ".html": "text/html" };

function skip(why) {
    console.log(`skipped: ${why}`);
    process.exit(4);
}

function findThree() {
    const cache = process.env.JOUNCE_DEPS_DIR ?? join(here, "..", "..", ".deps");
    const folders = (process.env.NODE_PATH ?? "").split(":").filter(Boolean);
    for (const folder of [...folders, join(cache, "three-vrm", "node_modules")]) {
        if (existsSync(join(folder, "three", "build", "three.module.js"))) {
            return join(folder, "three");
        }
    }
    return skip("the npm package three was not found; npm install it, and give its node_modules "
        + "folder in NODE_PATH");
}

function findBrowser() {
    const names = process.env.JOUNCE_CHROMIUM !== undefined
        ? [process.env.JOUNCE_CHROMIUM] : ["chromium", "chromium-browser", "google-chrome"];
    for (const name of names) {
        const said = spawnSync(name, ["--version"], { encoding: "utf8" });
        if (said.status === 0) return [name, said.stdout.trim()];
    }
    return skip(`no browser: ${names.join(", ")} (Debian: chromium)`);
}

/// A file of a folder, or of a folder below it; nothing else.
function fileBelow(folder, name) {
    const file = resolve(folder, decodeURIComponent(name));
    return file.startsWith(resolve(folder) + sep) ? file : "";
}

function serve(jobs, folder, three, done) {
    const answer = (to, code, body, type = "application/octet-stream") => {
        to.writeHead(code, { "content-type": type });
        to.end(body);
    };
    const read = (path) => {
        const [first, second, ...rest] = path.split("/").slice(1);
        if (first === "") return ["<!doctype html><script type=importmap>"
            + '{"imports": {"three": "/three/build/three.module.js"}}</script>'
            + "<script type=module src=/page/three_pictures_page.mjs></script>", ".html"];
        if (first === "jobs") {
            return [JSON.stringify(jobs.map((job, i) => ({
                ...job, url: `/model/${i}/${encodeURIComponent(basename(job.file))}` }))), ".json"];
        }
        const tail = first === "model" ? rest.join("/") : [second, ...rest].join("/");
        const root = first === "model" ? dirname(jobs[Number(second)]?.file ?? "")
            : first === "three" ? three : first === "page" ? here : "";
        const file = root === "" ? "" : fileBelow(root, tail);
        return file !== "" && existsSync(file) ? [readFileSync(file), extname(file)] : null;
    };
    return createServer((request, response) => {
        if (request.method === "POST") {
            const parts = [];
            request.on("data", (part) => parts.push(part));
            request.on("end", () => {
                const words = new URL(request.url, "http://x").searchParams;
                done(request.url.split("?")[0], words, Buffer.concat(parts));
                answer(response, 200, "");
            });
            return;
        }
        const found = read(new URL(request.url, "http://x").pathname);
        if (found === null) answer(response, 404, "");
        else answer(response, 200, found[0], types[found[1]]);
    });
}

function startBrowser(program, port, profile) {
    // The software driver of the browser itself: the same pictures with a graphics card and without.
    return spawn(program, ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
        "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
        "--ignore-gpu-blocklist", "--force-color-profile=srgb", "--no-first-run",
        "--disable-extensions", "--disable-background-networking", "--disable-component-update",
        "--disable-sync", "--proxy-server=direct://",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--enable-logging=stderr",
        `--user-data-dir=${profile}`, `http://127.0.0.1:${port}/`],
    { detached: true, stdio: ["ignore", "ignore", "pipe"] });
}

const [jobFile, folder] = process.argv.slice(2);
const three = findThree();
const [program, version] = findBrowser();
if (folder === undefined) {
    console.log("usage: node three_pictures.mjs JOBS.json FOLDER");
    process.exit(2);
}
mkdirSync(folder, { recursive: true });
const profile = mkdtempSync(join(tmpdir(), "jounce_three_"));
let browser;
let heard = Date.now();
let said = "";

function finish(code, words) {
    if (words) console.log(words);
    try {
        process.kill(-browser.pid, "SIGKILL");
    } catch { /* it has ended already */ }
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    process.exit(code);
}

const server = serve(JSON.parse(readFileSync(jobFile)), folder, three, (path, words, body) => {
    heard = Date.now();
    if (path === "/picture") {
        const file = join(folder, `${basename(words.get("name"))}.png`);
        writeFileSync(file, pngOf(Number(words.get("width")), Number(words.get("height")), body));
    } else {
        setTimeout(() => finish(path === "/done" ? 0 : 1, `${version}: ${body}`), 0);
    }
});
server.listen(0, "127.0.0.1", () => {
    browser = startBrowser(program, server.address().port, profile);
    browser.stderr.on("data", (text) => { said = (said + text).slice(-4000); });
    browser.on("exit", () => finish(1, `${version} ended by itself\n${said}`));
});
setInterval(() => {
    if (Date.now() - heard > 1000 * longestSilence) {
        finish(1, `${version}: nothing for ${longestSilence} s\n${said}`);
    }
}, 1000);
