/** The commands of a release, in their order. */

export interface Release {
  /** Where both are published, such as registry.example.com/boats. */
  readonly registry: string;
  readonly version: string;
  /** The commit of the sources. */
  readonly revision: string;
  /** The folder for what the commands write. */
  readonly folder: string;
  /** The platforms as buildx takes them: linux/amd64, several by commas. */
  readonly platform: string;
  /** A key of cosign; undefined for a signature by an identity, without a key. */
  readonly key: string | undefined;
}

export type Published = "image" | "chart";

export interface Command {
  readonly program: "node" | "helm" | "docker" | "cosign";
  /** `<digest of the image>` and `<digest of the chart>` stand for what an earlier command has found. */
  readonly args: readonly string[];
  /** Changes nothing outside the folder, so a rehearsal runs it too. */
  readonly isHarmless?: true;
  /** The image or chart that it publishes; `digestOf` finds the digest in what it has said or written. */
  readonly publishes?: Published;
}

/** Where the list of what is packed lies in the folder of a release. */
export const sbomFile = "pack/sbom.cdx.json";

/**
 * The chart and the list of what is in the image are made first, because that can fail without anything being
 * published. Image and chart are signed by their digests: a tag could be another thing by then.
 */
export function commandsOf(release: Release): Command[] {
  const { registry, version, folder, key } = release;
  const signer = ["--yes", ...(key === undefined ? [] : ["--key", key])];
  const sign = (name: string, what: Published): Command => ({
    program: "cosign",
    args: ["sign", ...signer, `${registry}/${name}@${placeOf(what)}`],
  });
  const sbom = ["--type", "cyclonedx", "--predicate", `${folder}/${sbomFile}`];
  return [
    {
      program: "node",
      args: ["--disable-warning=ExperimentalWarning", "scripts/pack.ts", `${folder}/pack`],
      isHarmless: true,
    },
    {
      program: "helm",
      args: ["package", "charts/slipway", "--destination", folder],
      isHarmless: true,
    },
    { program: "docker", args: buildOf(release), publishes: "image" },
    sign("slipway", "image"),
    {
      program: "cosign",
      args: ["attest", ...signer, ...sbom, `${registry}/slipway@${placeOf("image")}`],
    },
    {
      program: "helm",
      args: ["push", `${folder}/slipway-${version}.tgz`, `oci://${registry}/charts`],
      publishes: "chart",
    },
    sign("charts/slipway", "chart"),
  ];
}

/** Builds the image, with a list of what is in it and a statement of how it was built. */
function buildOf({ registry, version, revision, folder, platform }: Release): string[] {
  const options = {
    file: "docker/Dockerfile",
    platform,
    sbom: "true",
    provenance: "mode=max",
    tag: `${registry}/slipway:${version}`,
    "metadata-file": `${folder}/image.json`,
  };
  const labels = [`--build-arg=VERSION=${version}`, `--build-arg=REVISION=${revision}`];
  const set = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return ["buildx", "build", ...set, ...labels, "--push", "."];
}

/** The text that stands for a digest in the arguments. */
export function placeOf(what: Published): string {
  return `<digest of the ${what}>`;
}

/** The digest in what `docker buildx build --metadata-file` wrote or `helm push` said; undefined where there is none. */
export function digestOf(what: Published, output: string): string | undefined {
  const pattern =
    what === "image"
      ? /"containerimage\.digest":\s*"(sha256:[0-9a-f]{64})"/
      : /^Digest: (sha256:[0-9a-f]{64})$/m;
  return pattern.exec(output)?.[1];
}

/** The command as a person would type it. */
export function shown({ program, args }: Command): string {
  const quoted = args.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`));
  return [program, ...quoted].join(" ");
}
