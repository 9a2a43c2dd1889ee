/**
 * The images of the rehearsal as archives that containerd imports: Slipway's, put together as docker/Dockerfile says, and
 * the tools beside the database. No builder and no registry is needed.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { fetchPackages } from "../../dev/src/system-packages.ts";

const root = dirname(dirname(import.meta.dirname));

export const slipwayImage = "registry.example.com/slipway";
/** The same programs under two tags: an upgrade replaces every pod. */
export const releases = ["0.1.0", "0.1.1"];
const toolsImage = "docker.io/library/mongo:8.0";
export const natsImage = "docker.io/library/nats:2.12";
export const pauseImage = "docker.io/library/pause:1";

/** Packages of a base without a shell. */
const basePackages = ["base-files", "libc6", "libgcc-s1", "libstdc++6", "gcc-12-base", "tzdata"];
const shellPackages =
  "dash coreutils libacl1 libattr1 libgmp10 libselinux1 libpcre2-8-0 libssl3".split(" ");

interface Sources {
  /** Kept between runs. */
  readonly tools: string;
  /** Made anew by each run. */
  readonly directory: string;
  readonly natsServer: string;
  /** The folder into which npm has installed mongosh. */
  readonly mongosh: string;
}

const sleeping = {
  Env: ["PATH=/nodejs/bin:/usr/bin:/bin"],
  Entrypoint: ["/bin/sleep"],
  Cmd: ["infinity"],
};

interface Image {
  readonly names: readonly string[];
  readonly layers: readonly string[];
  readonly config: object;
}

/** Fetches what the images are made of, once. */
export async function fetchImagePackages(tools: string): Promise<void> {
  for (const [name, packages] of Object.entries({ base: basePackages, shell: shellPackages }))
    if (!fs.existsSync(join(tools, name)))
      await fetchPackages({ packages, keep: ".", target: join(tools, name) });
}

/** Answers the archives. It needs no network. */
export function makeImages(sources: Sources): string[] {
  const { directory } = sources;
  fs.mkdirSync(directory, { recursive: true });
  const base = baseLayer(sources);
  const shell = shellLayer(sources);
  const config = configOf(fs.readFileSync(join(root, "docker", "Dockerfile"), "utf8"));
  const images: Image[] = [
    {
      names: releases.map((tag) => `${slipwayImage}:${tag}`),
      layers: [base, applicationLayer(directory)],
      config,
    },
    { names: [toolsImage, pauseImage], layers: [base, shell], config: sleeping },
    {
      names: [natsImage],
      layers: [base, natsLayer(sources)],
      config: { Entrypoint: ["/nats-server"] },
    },
  ];
  return images.map((image, at) => archive(directory, `image-${at}`, image));
}

function baseLayer({ tools, directory }: Sources): string {
  const folder = join(directory, "base");
  fs.cpSync(join(tools, "base"), folder, { recursive: true, verbatimSymlinks: true });
  for (const name of ["etc/ssl/certs", "nodejs/bin", "tmp", "home/nonroot"])
    fs.mkdirSync(join(folder, name), { recursive: true });
  fs.chmodSync(join(folder, "tmp"), 0o1777);
  fs.cpSync(process.execPath, join(folder, "nodejs/bin/node"), { dereference: true });
  fs.writeFileSync(
    join(folder, "etc/passwd"),
    "root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n",
  );
  fs.writeFileSync(join(folder, "etc/group"), "root:x:0:\nnonroot:x:65532:\n");
  return packed(folder);
}

/** Mongosh is the real one. The other two tools are programs of ours in its place: their sources are not to be had. */
function shellLayer({ tools, directory, mongosh }: Sources): string {
  const folder = join(directory, "shell");
  fs.cpSync(join(tools, "shell"), folder, { recursive: true, verbatimSymlinks: true });
  fs.rmSync(join(folder, "usr/share"), { recursive: true, force: true });
  const modules = join(folder, "tools/node_modules");
  fs.cpSync(join(mongosh, "node_modules"), modules, { recursive: true, verbatimSymlinks: true });
  execFileSync("ln", ["-sf", "dash", join(folder, "bin/sh")]);
  const programs = {
    mongosh: "/tools/node_modules/mongosh/bin/mongosh.js",
    mongodump: "/tools/archive.mjs dump",
    mongorestore: "/tools/archive.mjs restore",
  };
  fs.cpSync(join(import.meta.dirname, "tools/archive.mjs"), join(folder, "tools/archive.mjs"));
  for (const [name, script] of Object.entries(programs)) {
    const file = join(folder, "usr/bin", name);
    fs.writeFileSync(file, `#!/bin/sh\nexec /nodejs/bin/node ${script} "$@"\n`);
    // Whatever the umask: another user runs it.
    fs.chmodSync(file, 0o755);
  }
  return packed(folder);
}

function applicationLayer(directory: string): string {
  const folder = join(directory, "application");
  const args = ["--disable-warning=ExperimentalWarning", "scripts/pack.ts", join(folder, "app")];
  execFileSync(process.execPath, args, { cwd: root, stdio: "pipe" });
  return packed(folder);
}

function natsLayer({ directory, natsServer }: Sources): string {
  const folder = join(directory, "nats");
  fs.mkdirSync(folder);
  fs.cpSync(natsServer, join(folder, "nats-server"));
  return packed(folder);
}

function packed(folder: string): string {
  const owner = ["--owner=0", "--group=0", "--numeric-owner"];
  execFileSync("tar", [...owner, "-cf", `${folder}.tar`, "-C", folder, "."]);
  fs.rmSync(folder, { recursive: true });
  return `${folder}.tar`;
}

/** The last stage of the Dockerfile, as far as it is about the process. Throws where it says nothing. */
export function configOf(dockerfile: string): object {
  const [stage = ""] = dockerfile
    .replaceAll(/\\\n\s*/g, "")
    .split(/^FROM /m)
    .slice(-1);
  const said = (word: string): string => {
    const [, rest] = new RegExp(`^${word} (.*)$`, "m").exec(stage) ?? [];
    if (rest === undefined) throw new Error(`The last stage of docker/Dockerfile has no ${word}.`);
    return rest.trim();
  };
  return {
    Env: said("ENV").split(/\s+/),
    User: said("USER"),
    WorkingDir: said("WORKDIR"),
    Entrypoint: JSON.parse(said("ENTRYPOINT")) as string[],
    Cmd: JSON.parse(said("CMD")) as string[],
  };
}

/** In the form of `docker save`. */
function archive(directory: string, name: string, { names, layers, config }: Image): string {
  const folder = join(directory, name);
  fs.mkdirSync(folder);
  const files = layers.map((path) => `${createHash("sha256").update(path).digest("hex")}.tar`);
  layers.forEach((path, at) => execFileSync("ln", [path, join(folder, files[at] ?? "")]));
  const diffs = layers.map((path) => `sha256:${digestOf(path)}`);
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const about = { architecture, os: "linux", config, rootfs: { type: "layers", diff_ids: diffs } };
  fs.writeFileSync(join(folder, "config.json"), JSON.stringify(about));
  const manifest = [{ Config: "config.json", RepoTags: names, Layers: files }];
  fs.writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return packed(folder);
}

function digestOf(path: string): string {
  return execFileSync("sha256sum", [path], { encoding: "utf8" }).split(" ")[0] ?? "";
}
