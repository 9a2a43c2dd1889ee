/** The package of `@slipway/client` as npm publishes it: its types as programs of all kinds find them, and a sale by Node 20. */
import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Generator, type Work, countOf, linesOf, ran, textsOf } from "./generated.ts";
import { compiled, packagesFor } from "./typescript.ts";

const root = join(import.meta.dirname, "../..");
/** The oldest Node that the package names in `engines`. */
const oldest = `node-20-${process.platform}-${process.arch}`;

export const packedClient: Generator = {
  name: "@slipway/client packed",
  missing: async () =>
    ["node-20-linux-x64", "node-20-linux-arm64"].includes(oldest)
      ? undefined
      : `no ${oldest} is known`,
  async make(work) {
    const packages = await packagesFor(work);
    const file = await packed(work);
    // It is an ES module alone: a program in CommonJS imports it dynamically.
    const attw = join(packages, "@arethetypeswrong/cli/dist/index.js");
    await ran(process.execPath, [attw, file, "--profile", "esm-only"], work.folder);
    const program = await compiled(work, "slipway-client.ts");
    // The program finds it beside itself, where it was compiled and where it runs.
    await cp(join(work.folder, "package"), join(dirname(program), "package"), { recursive: true });
    const node = join(packages, oldest, "bin/node");
    const bookingId = await ran(node, [program], work.folder);
    const texts = await textsOf(join(work.folder, "package"), ".d.ts");
    return {
      models: countOf(texts, /^export (?:type|interface) /gm),
      lines: linesOf(texts),
      bookingId,
    };
  },
};

/** The path of the package; what is in it stands unpacked beside it, in `package`. */
async function packed({ folder }: Work): Promise<string> {
  const pack = [join(root, "scripts/run.mjs"), join(root, "scripts/pack-client.ts"), folder];
  const output = await ran(process.execPath, pack, folder);
  return output.split("\n").at(-1) ?? "";
}
