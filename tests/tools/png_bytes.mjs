// A PNG file of pixels.

import { deflateSync } from "node:zlib";

/// Bit by bit: zlib's own came with Node 20.15.
function crc32(bytes) {
    let sum = ~0;
    for (const byte of bytes) {
        sum ^= byte;
        for (let bit = 0; bit < 8; ++bit) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return ~sum >>> 0;
}

function chunk(name, data) {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const out = Buffer.alloc(8 + body.length);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), 4 + body.length);
    return out;
}

/// @param rgba  rows from the bottom, as WebGL reads them; alpha is left out
export function pngOf(width, height, rgba) {
    const rows = Buffer.alloc((3 * width + 1) * height);
    for (let y = 0; y < height; ++y) {
        const to = (3 * width + 1) * y + 1; // byte 0 of a row: no filter
        const from = 4 * width * (height - 1 - y);
        for (let x = 0; x < width; ++x) {
            rgba.copy(rows, to + 3 * x, from + 4 * x, from + 4 * x + 3);
        }
    }
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([8, 2, 0, 0, 0], 8); // eight bits, red, green and blue
    return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head),
        chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}
