/**
 * `npm run base-images [-- <Dockerfile>]`: asks the registries what the tags of the image's bases name now, and says which
 * differ from the digests in docker/Dockerfile. `-- --write` puts the new ones there. Needs docker with buildx.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { programOnPath } from "../dev/src/program-on-path.ts";
import { type Base, basesOf, digestIn, lookUpOf, withDigest } from "./image/bases.ts";

try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** 1 where a digest is no longer that of its tag, unless it was written. */
function main(): number {
  const { values, positionals } = parseArgs({
    options: { write: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [file = join(dirname(import.meta.dirname), "docker", "Dockerfile")] = positionals;
  let dockerfile = readFileSync(file, "utf8");
  const moved = basesOf(dockerfile).flatMap((base) => {
    const digest = digestOf(base);
    const isSame = digest === base.digest;
    print(`${base.argument} ${base.image} ${isSame ? "is still" : "is now"} ${digest}`);
    return isSame ? [] : [{ base, digest }];
  });
  if (moved.length === 0) return 0;
  if (!values.write) {
    print("Write what is new into docker/Dockerfile: npm run base-images -- --write");
    return 1;
  }
  for (const { base, digest } of moved) dockerfile = withDigest(dockerfile, base, digest);
  writeFileSync(file, dockerfile);
  print("docker/Dockerfile is written. Build the image, try it (npm run check:image), and commit.");
  return 0;
}

function digestOf(base: Base): string {
  const [program = "", ...args] = lookUpOf(base);
  const shown = [program, ...args.map((word) => (word.includes(" ") ? `'${word}'` : word))].join(
    " ",
  );
  if (programOnPath(program) === undefined)
    throw new Error(
      `docker is not on the PATH. Where it is, this says the digest of ${base.image}, which belongs after the @ of ${base.argument} in docker/Dockerfile: ${shown}`,
    );
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  const digest = status === 0 ? digestIn(stdout) : undefined;
  if (digest === undefined) throw new Error(`${stderr.trim()}\n${shown} has printed no digest.`);
  return digest;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
