/** `npm run release -- --dry-run`: what a release would do, and that the chart can be packed. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fact } from "./facts.ts";
import { root, run } from "./helm.ts";

const program = join(root, "scripts", "release.ts");
const version = (
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }
).version;

export const releaseFacts: readonly Fact[] = [
  {
    name: "a rehearsal prints the seven commands in their order, packs, and publishes nothing",
    async holds() {
      const registry = "registry.example.com/boats";
      const { code, stdout, stderr } = await rehearse("--registry", registry);
      assert.equal(code, 0, stderr);
      const commands = stdout
        .split("\n")
        .filter((line) => /^(node|helm|docker|cosign) /.test(line));
      assert.deepEqual(
        commands
          .map((line) => line.split(" ").filter((word) => !word.startsWith("-")))
          .map(([name, what]) => `${name} ${what}`),
        [
          "node scripts/pack.ts",
          "helm package",
          "docker buildx",
          "cosign sign",
          "cosign attest",
          "helm push",
          "cosign sign",
        ],
      );
      assert.ok(commands[2]?.includes(`--tag=${registry}/slipway:${version} `));
      assert.match(stdout, new RegExp(`^slipway-${version}\\.tgz: [1-9]\\d{3,} bytes$`, "m"));
      assert.match(stdout, /^pack\/sbom\.cdx\.json: [1-9]\d{4,} bytes$/m);
      assert.match(stdout, /^Nothing was published\.$/m);
    },
  },
  {
    name: "a release without a registry, or with the address of one, is refused with how to name one",
    async holds() {
      for (const words of [[], ["--registry", "https://registry.example.com/"]]) {
        const { code, stdout, stderr } = await rehearse(...words);
        assert.deepEqual([code, stdout], [1, ""]);
        assert.match(stderr, /^Say where to publish: /);
      }
    },
  },
];

function rehearse(...words: string[]): ReturnType<typeof run> {
  return run(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    program,
    "--dry-run",
    ...words,
  ]);
}
