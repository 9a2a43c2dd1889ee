import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { basesOf, digestIn, withDigest } from "./bases.ts";

const [first, second, third] = ["1", "2", "3"].map((digit) => `sha256:${digit.repeat(64)}`) as [
  string,
  string,
  string,
];
const dockerfile = `# A comment.
ARG BUILD_IMAGE=registry.example.com:5000/node:24-slim@${first}
ARG RUNTIME_IMAGE=gcr.io/distroless/nodejs24:nonroot
ARG VERSION=dev
FROM \${BUILD_IMAGE} AS pack
`;
const build = { argument: "BUILD_IMAGE", image: "registry.example.com:5000/node:24-slim" };
const runtime = { argument: "RUNTIME_IMAGE", image: "gcr.io/distroless/nodejs24:nonroot" };

describe("the bases of an image", () => {
  it("are the images that its ARGs name, with their digests", () => {
    expect(basesOf(dockerfile)).toEqual([
      { ...build, digest: first },
      { ...runtime, digest: undefined },
    ]);
  });

  it("do not count as pinned by half a digest", () => {
    const [base] = basesOf(`ARG BUILD_IMAGE=node:24@${first.slice(0, -1)}\n`);
    expect(base?.digest).toBeUndefined();
  });

  it("are given digests, and nothing else changes", () => {
    const [, base] = basesOf(dockerfile);
    if (base === undefined) throw new Error("there is no second base");
    const written = withDigest(dockerfile, base, second);
    expect(basesOf(written)).toEqual([
      { ...build, digest: first },
      { ...runtime, digest: second },
    ]);
    expect(written.replace(`@${second}`, "")).toBe(dockerfile);
  });

  it("of docker/Dockerfile are pinned", () => {
    const ours = readFileSync(join(import.meta.dirname, "../../docker/Dockerfile"), "utf8");
    const bases = basesOf(ours);
    expect(bases.map(({ argument }) => argument)).toEqual(["BUILD_IMAGE", "RUNTIME_IMAGE"]);
    for (const { digest } of bases) expect(digest).toMatch(/^sha256:/);
  });

  it("are looked up by what docker buildx prints", () => {
    expect(digestIn(`{"schemaVersion":2,"digest":"${third}","size":1}`)).toBe(third);
    expect(digestIn("error: not found")).toBeUndefined();
  });
});

describe("npm run base-images", () => {
  const program = join(import.meta.dirname, "..", "image-bases.ts");
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "slipway-bases-"));
    file = join(folder, "Dockerfile");
    writeFileSync(file, dockerfile);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function run(...words: string[]): { status: number | null; stdout: string; stderr: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words, file], {
      encoding: "utf8",
      env: { PATH: folder },
    });
    return { status, stdout, stderr };
  }

  /** A docker that knows these images. */
  function haveDocker(known: Readonly<Record<string, string>>): void {
    const script = `#!${process.execPath}
const digest = ${JSON.stringify(known)}[process.argv.at(-1)];
if (process.argv.slice(2, 5).join(" ") !== "buildx imagetools inspect" || !digest) {
  console.error("not found");
  process.exit(1);
}
console.log(JSON.stringify({ schemaVersion: 2, digest, manifests: [] }));
`;
    writeFileSync(join(folder, "docker"), script);
    chmodSync(join(folder, "docker"), 0o755);
  }

  it("says what has moved, and writes it with --write", () => {
    haveDocker({ [build.image]: second, [runtime.image]: third });
    const ended = run();
    expect(ended).toMatchObject({ status: 1, stderr: "" });
    expect(ended.stdout).toContain(`BUILD_IMAGE ${build.image} is now ${second}\n`);
    expect(readFileSync(file, "utf8")).toBe(dockerfile);

    expect(run("--write")).toMatchObject({ status: 0 });
    expect(basesOf(readFileSync(file, "utf8")).map(({ digest }) => digest)).toEqual([
      second,
      third,
    ]);
    expect(run()).toEqual({
      status: 0,
      stdout: `BUILD_IMAGE ${build.image} is still ${second}\nRUNTIME_IMAGE ${runtime.image} is still ${third}\n`,
      stderr: "",
    });
  });

  it("writes nothing where one of them is not found", () => {
    haveDocker({ [build.image]: second });
    const ended = run("--write");
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain(`${runtime.image} has printed no digest.`);
    expect(readFileSync(file, "utf8")).toBe(dockerfile);
  });

  it("says what to run elsewhere without docker", () => {
    const ended = run();
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain(
      `docker buildx imagetools inspect --format '{{json .Manifest}}' ${build.image}`,
    );
  });
});
