import { expect, it } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

async function chaos(...flags: string[]): Promise<{ code: number | null; output: string }> {
  const file = fileURLToPath(new URL("../chaos.ts", import.meta.url));
  const { MONGODB_URI: _, ...env } = process.env;
  const child = spawn(process.execPath, [file, "--rounds", "3", ...flags], { stdio: "pipe", env });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

const clean = {
  code: 0,
  output: expect.stringMatching(
    /"findings":\[\][^]*audit: \d+ entries, each change of every booking once[^]*webhooks: \d+ changes received/,
  ),
};

it("keeps and tells every change when the server and its receiver are killed while it sells", async () => {
  expect(await chaos()).toEqual(clean);
}, 180_000);

it("keeps and tells them in a cluster, whichever of its processes is killed", async () => {
  expect(await chaos("--cluster", "--lean")).toEqual(clean);
}, 300_000);
