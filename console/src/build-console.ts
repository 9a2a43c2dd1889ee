/** Builds the pages of the console, in a process of its own: what a build loads leaves the memory with it. */
import assert from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type ConsoleFiles, filesIn } from "./files-in.ts";

const program = fileURLToPath(new URL("build-main.ts", import.meta.url));

export async function buildConsole(): Promise<ConsoleFiles> {
  const folder = await mkdtemp(join(tmpdir(), "slipway-console-"));
  try {
    const options = ["--disable-warning=ExperimentalWarning", program, folder];
    const child = spawn(process.execPath, options, {
      // React is loaded in the form for those who use it, whatever this process is.
      // oxlint-disable-next-line node/no-process-env -- handed on as it is
      env: { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const closing = once(child, "close") as Promise<[number | null]>;
    const [said, [code]] = await Promise.all([text(child.stderr), closing]);
    assert(code === 0, `the console cannot be built: ${said}`);
    return await filesIn(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
