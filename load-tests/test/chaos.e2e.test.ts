import { expect, it } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

it("keeps every answered booking and its places when the server is killed while it sells", async () => {
  const file = fileURLToPath(new URL("../chaos.ts", import.meta.url));
  const { MONGODB_URI: _, ...env } = process.env;
  const child = spawn(process.execPath, [file, "--rounds", "2"], { stdio: "pipe", env });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const [code] = (await once(child, "close")) as [number | null];
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('"findings":[]') });
}, 180_000);
