/** oapi-codegen: its client compiles, and `go vet` finds nothing in it. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { programOnPath } from "../../dev/src/program-on-path.ts";
import { go, goTool } from "../go-tools.ts";
import { type Generator, countOf, linesOf, ran } from "./generated.ts";

/** The module that the client imports. */
const runtime = "github.com/oapi-codegen/runtime v1.8.0";

export const oapiCodegen: Generator = {
  name: "oapi-codegen",
  linesMax: 68_000,
  missing: async () =>
    programOnPath("go") === undefined ? "put Go 1.26 or newer on the PATH" : undefined,
  async make({ folder, document }) {
    const config = join(import.meta.dirname, "go/config.yaml");
    await ran(await goTool("oapi-codegen"), ["-config", config, document], folder);
    const module = ["module slipway/generated", "go 1.26", `require ${runtime}`];
    await writeFile(join(folder, "go.mod"), `${module.join("\n")}\n`);
    await go(["build", "-mod=mod", "./..."], folder);
    await go(["vet", "-mod=mod", "./..."], folder);
    const text = await readFile(join(folder, "client.gen.go"), "utf8");
    // These types stand beside the models: each operation's parameters, its answers, and the headers of each status.
    const all = countOf([text], /^type \w+ /gm);
    const beside = countOf([text], /^type \w+(?:Params|Response|Headers|JSONRequestBody) /gm);
    return { models: all - beside, lines: linesOf([text]) };
  },
};
