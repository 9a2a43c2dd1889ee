/** Reads the QR code in a picture: of a camera, or of a file. */
import decodeQR from "qr/decode.js";

/** A picture of a telephone has millions of points; a code is found in fewer, and faster. */
const sideMax = 1_000;

interface Picture {
  readonly source: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

/** Undefined: there is no code in it. */
export function readPicture({ source, width, height }: Picture): string | undefined {
  const scale = Math.min(1, sideMax / Math.max(width, height, 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context || canvas.width * canvas.height === 0) return undefined;
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
  } catch {
    return undefined;
  }
}

export async function readFile(file: Blob): Promise<string | undefined> {
  const source = await createImageBitmap(file).catch(() => undefined);
  if (!source) return undefined;
  const text = readPicture({ source, width: source.width, height: source.height });
  source.close();
  return text;
}
