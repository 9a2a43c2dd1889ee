import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** What uploads a photo: a PNG of noise that takes about so many bytes. */
export function aPhoto(bytes: number): { contentType: "image/png"; data: string } {
  const width = 1_000;
  const height = Math.max(1, Math.round(bytes / (3 * width)));
  const rows = randomBytes(height * (1 + 3 * width));
  // Each row begins with its filter: none.
  for (let row = 0; row < height; row++) rows[row * (1 + 3 * width)] = 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from("\u0089PNG\r\n\u001a\n", "latin1");
  const pixels = deflateSync(rows, { level: 0 });
  const parts = [chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))];
  return {
    contentType: "image/png",
    data: Buffer.concat([signature, ...parts]).toString("base64"),
  };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(8 + data.length + 4);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), 8 + data.length);
  return whole;
}
