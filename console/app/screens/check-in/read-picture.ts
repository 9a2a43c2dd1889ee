/** Reads the QR code in a picture: of a camera, or of a file. */
import decodeQR from "qr/decode.js";

/** A picture of a telephone has millions of points; a code is found in fewer, and faster. */
const sideMax = 1_000;

/** In degrees: some codes that lean one way are not found as they are, but once the picture is turned. */
export const turns = [0, 45] as const;

interface Picture {
  readonly source: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

/** Undefined: there is no code in it, turned so. */
export function readPicture(
  { source, width, height }: Picture,
  turn: (typeof turns)[number],
): string | undefined {
  const scale = Math.min(1, sideMax / Math.max(width, height, 1));
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  const canvas = document.createElement("canvas");
  // Turned, it keeps its corners.
  const side = Math.ceil(Math.hypot(wide, high));
  canvas.width = turn === 0 ? wide : side;
  canvas.height = turn === 0 ? high : side;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context || wide * high === 0) return undefined;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turn * Math.PI) / 180);
  context.drawImage(source, -wide / 2, -high / 2, wide, high);
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
  } catch {
    return undefined;
  }
}

export async function readFile(file: Blob): Promise<string | undefined> {
  const source = await createImageBitmap(file).catch(() => undefined);
  if (!source) return undefined;
  const picture = { source, width: source.width, height: source.height };
  let text: string | undefined;
  for (const turn of turns) text ??= readPicture(picture, turn);
  source.close();
  return text;
}
