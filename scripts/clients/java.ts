/** openapi-generator: its client in Java, of the options that it has by itself, compiles and sells. */
import { cp, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { programOnPath } from "../../dev/src/program-on-path.ts";
import { type Generator, linesOf, ran, textsOf } from "./generated.ts";
import { keptFolder } from "./kept-folder.ts";

const here = import.meta.dirname;
const maven = ["--quiet", "--batch-mode"];
/** The tests that it generates, and pages about the classes, say nothing of the client. */
const codeAlone = "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";

export const openapiGenerator: Generator = {
  name: "openapi-generator (Java)",
  modelsMax: 230,
  missing: async () =>
    ["java", "javac", "mvn"].every((program) => programOnPath(program) !== undefined)
      ? undefined
      : "put a JDK of 17 or newer and Maven on the PATH",
  async make({ folder, document, sale }) {
    const generate = ["generate", "--generator-name=java", `--input-spec=${document}`];
    const options = ["--output=.", `--global-property=${codeAlone}`];
    await ran("java", ["-jar", await keptGenerator(), ...generate, ...options], folder);
    const sources = join(folder, "src/main/java");
    const texts = await textsOf(sources, ".java");
    const models = await textsOf(join(sources, "org/openapitools/client/model"), ".java");
    await writeFile(join(folder, "sale.json"), sale);
    await cp(join(here, "programs/Sale.java"), join(sources, "Sale.java"));
    const libraries = ["dependency:copy-dependencies", "-DoutputDirectory=lib"];
    await ran("mvn", [...maven, "-Dmaven.test.skip=true", "compile", ...libraries], folder);
    const path = ["target/classes", "lib/*"].join(delimiter);
    const bookingId = await ran("java", ["-classpath", path, "Sale"], folder);
    return { models: models.length, lines: linesOf(texts), bookingId };
  },
};

/** The path of its program. */
async function keptGenerator(): Promise<string> {
  const pins = join(here, "java/pom.xml");
  const folder = await keptFolder("java", pins, async (begun) => {
    const copy = ["dependency:copy-dependencies", "-DexcludeTransitive", "-Dmdep.stripVersion"];
    await ran("mvn", [...maven, `--file=${pins}`, ...copy, `-DoutputDirectory=${begun}`], begun);
  });
  return join(folder, "openapi-generator-cli.jar");
}
