// Runs the Khronos glTF validator over files and fails on any error. Each error is compared with the
// file that a result was made of, if given as IN=OUT: what the input already had is no error of ours.
// usage: node validate_gltf.mjs [IN=]FILE...
// needs the npm package gltf-validator, found from the folder in NODE_PATH or from this file.
// exit code: 0 no errors, 1 errors, 4 the package is not there (skipped)

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";

function findValidator() {
    const folders = (process.env.NODE_PATH ?? "").split(":").filter(Boolean);
    for (const from of [import.meta.url, ...folders.map((folder) => join(folder, "..", "x.js"))]) {
        try {
            return createRequire(from)("gltf-validator");
        } catch (wrong) {
            if (wrong.code !== "MODULE_NOT_FOUND") throw wrong;
        }
    }
    return null;
}

const validator = findValidator();
if (validator === null) {
    console.log("skipped: the npm package gltf-validator was not found; npm install gltf-validator, "
        + "and give its node_modules folder in NODE_PATH");
    process.exit(4);
}

// Images in files stay beside the model, so the folder of the input is looked in too.
async function readResource(uri, folders) {
    for (const folder of folders.slice(0, -1)) {
        try {
            return new Uint8Array(await readFile(join(folder, decodeURIComponent(uri))));
        } catch (wrong) {
            if (wrong.code !== "ENOENT") throw wrong;
        }
    }
    return new Uint8Array(await readFile(join(folders.at(-1), decodeURIComponent(uri))));
}

async function report(file, ...others) {
    const bytes = new Uint8Array(await readFile(file));
    return validator.validateBytes(bytes, {
        uri: file,
        maxIssues: 0,
        externalResourceFunction: (uri) => readResource(uri, [file, ...others].map(dirname)),
    });
}

const errorsOf = (seen) => seen.issues.messages.filter((message) => message.severity === 0);
const text = (message) => `${message.code} ${message.pointer ?? ""}: ${message.message}`;

let failed = false;
for (const word of process.argv.slice(2)) {
    const [before, after] = word.includes("=") ? word.split("=") : [null, word];
    const known = before === null ? new Set() : new Set(errorsOf(await report(before)).map(text));
    const seen = await report(after, ...(before === null ? [] : [before]));
    const fresh = errorsOf(seen).filter((message) => !known.has(text(message)));
    console.log(`${after}: ${seen.issues.numErrors} errors, ${seen.issues.numWarnings} warnings`
        + (known.size > 0 ? `, ${known.size} errors in the input` : ""));
    for (const message of fresh.slice(0, 10)) {
        console.log(`  ${text(message)}`);
    }
    failed ||= fresh.length > 0;
}
process.exit(failed ? 1 : 0);
