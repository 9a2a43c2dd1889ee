import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { runGroup } from "./process-group.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "slipway-group-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Starts a process that sleeps, notes its number in a file, and waits for it. */
function sleeperIn(file: string): string[] {
  const code = `
    const { spawn } = require("node:child_process");
    const child = spawn("sleep", ["1000"], { stdio: "inherit" });
    require("node:fs").writeFileSync(${JSON.stringify(file)}, String(child.pid));`;
  return ["-e", code];
}

async function untilWritten(file: string): Promise<number> {
  while (!existsSync(file) || readFileSync(file, "utf8") === "") await pause(10);
  return Number(readFileSync(file, "utf8"));
}

/** A process that has ended, with nobody there to ask for its exit code, still has its number, and the state Z. */
function isThere(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  try {
    process.kill(pid, 0);
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, "utf8"));
  } catch {
    return false;
  }
}

describe("a program with all that it starts", () => {
  const options = { cwd: tmpdir(), env: process.env, msMax: 60_000 };

  it("answers what it wrote, or says why not", async () => {
    expect(await runGroup("sh", ["-c", "echo done"], options)).toBe("done\n");
    const failing = runGroup("sh", ["-c", "echo no >&2; exit 3"], options);
    await expect(failing).rejects.toMatchObject({ message: "sh ended with 3", stderr: "no\n" });
    await expect(runGroup("no-such-program", [], options)).rejects.toThrow(/ENOENT/);
  });

  it("is ended at its limit", async () => {
    const file = join(directory, "limit");
    const words = sleeperIn(file);
    const running = runGroup(process.execPath, words, { ...options, msMax: 3_000 });
    await expect(running).rejects.toThrow(/took longer than 3 s$/);
    expect(isThere(await untilWritten(file))).toBe(false);
  });

  it("is ended with the process that runs it", async () => {
    const file = join(directory, "signal");
    const module = pathToFileURL(join(import.meta.dirname, "process-group.ts")).href;
    const code = `
      import { runGroup } from ${JSON.stringify(module)};
      const options = { cwd: "/", env: process.env, msMax: 60000 };
      await runGroup(process.execPath, ${JSON.stringify(sleeperIn(file))}, options);`;
    const caller = spawn(process.execPath, ["--input-type=module", "-e", code], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    caller.stderr.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
    const pid = await untilWritten(file);
    caller.kill("SIGTERM");
    await once(caller, "close");
    expect(said).toContain("was ended by SIGTERM");
    expect(isThere(pid)).toBe(false);
  });
});
