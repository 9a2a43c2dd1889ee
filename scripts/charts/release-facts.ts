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
    name: "a rehearsal prints the five commands in their order, packs the chart and publishes nothing",
    async holds() {
      const registry = "registry.example.com/boats";
      const { code, stdout, stderr } = await rehearse("--registry", registry);
      assert.equal(code, 0, stderr);
      const commands = stdout.split("\n").filter((line) => /^(helm|docker|cosign) /.test(line));
      assert.deepEqual(
        commands.map((line) => line.split(" ").slice(0, 2).join(" ")),
        ["helm package", "docker buildx", "cosign sign", "helm push", "cosign sign"],
      );
      assert.ok(commands[1]?.includes(`--tag=${registry}/slipway:${version} `));
      assert.match(stdout, new RegExp(`^slipway-${version}\\.tgz: [1-9]\\d{3,} bytes$`, "m"));
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
