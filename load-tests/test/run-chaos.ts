import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Runs chaos with these flags to its end. */
export async function runChaos(
  ...flags: readonly string[]
): Promise<{ code: number | null; output: string }> {
  const file = fileURLToPath(new URL("../chaos.ts", import.meta.url));
  const { MONGODB_URI: _, ...env } = process.env;
  const child = spawn(process.execPath, [file, ...flags], { stdio: "pipe", env });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}
