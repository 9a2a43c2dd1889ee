import { describe, expect, it } from "@jest/globals";
import { type ReleaseState, hindrancesOf } from "./hindrances.ts";
import { type Release, commandsOf, shown } from "./plan.ts";
import { runRelease } from "./run-release.ts";

const release: Release = {
  registry: "registry.example.com/boats",
  version: "1.2.3",
  revision: "abc",
  folder: "out",
  platform: "linux/amd64",
  key: undefined,
};
const imageDigest = `sha256:${"1".repeat(64)}`;
const chartDigest = `sha256:${"2".repeat(64)}`;
/** The outputs of the programs. */
const outputs: Readonly<Record<string, string>> = {
  docker: `{"containerimage.digest": "${imageDigest}"}`,
  push: `Pushed: registry.example.com/boats/charts/slipway:1.2.3\nDigest: ${chartDigest}\n`,
};

describe("a release", () => {
  it("packs, publishes and signs the image with the list of what is in it, then the chart", () => {
    expect(commandsOf(release).map(shown)).toEqual([
      "node --disable-warning=ExperimentalWarning scripts/pack.ts out/pack",
      "helm package charts/slipway --destination out",
      "docker buildx build --file=docker/Dockerfile --platform=linux/amd64 --sbom=true --provenance=mode=max " +
        "--tag=registry.example.com/boats/slipway:1.2.3 --metadata-file=out/image.json " +
        "--build-arg=VERSION=1.2.3 --build-arg=REVISION=abc --push .",
      "cosign sign --yes 'registry.example.com/boats/slipway@<digest of the image>'",
      "cosign attest --yes --type cyclonedx --predicate out/pack/sbom.cdx.json " +
        "'registry.example.com/boats/slipway@<digest of the image>'",
      "helm push out/slipway-1.2.3.tgz oci://registry.example.com/boats/charts",
      "cosign sign --yes 'registry.example.com/boats/charts/slipway@<digest of the chart>'",
    ]);
  });

  it("signs by the digests that the registry has given", async () => {
    const ran: string[] = [];
    const digests = await runRelease(commandsOf({ ...release, key: "cosign.key" }), (command) => {
      ran.push(shown(command));
      return Promise.resolve(outputs[command.program] ?? outputs[command.args[0] ?? ""] ?? "");
    });
    expect(ran.filter((line) => line.startsWith("cosign"))).toEqual([
      `cosign sign --yes --key cosign.key registry.example.com/boats/slipway@${imageDigest}`,
      "cosign attest --yes --key cosign.key --type cyclonedx --predicate out/pack/sbom.cdx.json " +
        `registry.example.com/boats/slipway@${imageDigest}`,
      `cosign sign --yes --key cosign.key registry.example.com/boats/charts/slipway@${chartDigest}`,
    ]);
    expect([...digests.values()]).toEqual([imageDigest, chartDigest]);
  });

  it("runs nothing after a command that fails", async () => {
    const ran: string[] = [];
    const ending = runRelease(commandsOf(release), (command) => {
      ran.push(command.program);
      return command.program === "docker"
        ? Promise.reject(new Error("no space"))
        : Promise.resolve("");
    });
    await expect(ending).rejects.toThrow("no space");
    expect(ran).toEqual(["node", "helm", "docker"]);
  });

  it("does not sign what it knows no digest of", async () => {
    const ending = runRelease(commandsOf(release), () => Promise.resolve("done"));
    await expect(ending).rejects.toThrow(/The image was published, but it printed no digest/);
  });
});

describe("what hinders a release", () => {
  const fine: ReleaseState = {
    status: "",
    version: "1.2.3",
    appVersion: "1.2.3",
    changelog: "# Changelog\n\n## 1.2.3\n\n- All is new.\n",
    tags: ["latest", "v1.2.3"],
    missing: [],
    unpinned: [],
    placeholders: [],
  };

  it.each<[string, Partial<ReleaseState>, string[]]>([
    ["nothing", {}, []],
    [
      "files that are not committed",
      { status: " M README.md\n?? new.ts\n" },
      ["The tree is not clean: 2 files are not committed."],
    ],
    [
      "a chart for another version",
      { appVersion: "1.2.2" },
      ["package.json says 1.2.3, appVersion of charts/slipway/Chart.yaml 1.2.2."],
    ],
    [
      "a changelog without its section",
      { changelog: "# Changelog\n\n## Unreleased\n\n## 1.2.30\n" },
      ['CHANGELOG.md has no section "## 1.2.3": rename "## Unreleased".'],
    ],
    [
      "a commit without the tag",
      { tags: ["v1.2.2"] },
      ["The commit has no tag v1.2.3: git tag --annotate v1.2.3"],
    ],
    [
      "programs that are not there",
      { missing: ["docker", "cosign"] },
      ["docker is not on the PATH.", "cosign is not on the PATH."],
    ],
    [
      "a base of the image without its digest",
      { unpinned: ["BUILD_IMAGE"] },
      [
        "docker/Dockerfile names BUILD_IMAGE by a tag without its digest: npm run base-images -- --write",
      ],
    ],
    [
      "a chart that names places of nobody",
      { placeholders: ["slipway.example.com"] },
      ["charts/slipway/Chart.yaml names slipway.example.com: put your own places there."],
    ],
  ])("is %s", (_, difference, sentences) => {
    expect(hindrancesOf({ ...fine, ...difference })).toEqual(sentences);
  });
});
