/** openapi-python-client: its client compiles, and sells. */
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { programOnPath } from "../../dev/src/program-on-path.ts";
import { type Generator, linesOf, ran, textsOf } from "./generated.ts";
import { keptFolder } from "./kept-folder.ts";

const here = import.meta.dirname;
/** Tests the needs of the pinned generator: Python 3.11, and pip in an environment of its own. */
const probe = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";

export const openapiPythonClient: Generator = {
  name: "openapi-python-client",
  modelsMax: 280,
  async missing() {
    const python = programOnPath("python3");
    const isThere = python && (await ran(python, ["-c", probe], here).catch(() => undefined));
    return isThere === undefined ? "put Python 3.11 or newer with pip on the PATH" : undefined;
  },
  async make({ folder, document, sale }) {
    const environment = await keptEnvironment();
    const python = join(environment, "bin/python");
    const config = join(here, "python/config.yaml");
    const options = ["--meta=none", "--output-path=slipway", "--fail-on-warning"];
    // By its module: the program of that name looks for Python where the environment was made.
    const generate = ["-m", "openapi_python_client", "generate", `--path=${document}`];
    await ran(python, [...generate, `--config=${config}`, ...options], folder);
    await ran(python, ["-m", "compileall", "-q", "slipway"], folder);
    await writeFile(join(folder, "sale.json"), sale);
    await cp(join(here, "programs/openapi-python-client.py"), join(folder, "program.py"));
    const models = await textsOf(join(folder, "slipway/models"), ".py");
    const lines = linesOf(await textsOf(join(folder, "slipway"), ".py"));
    const bookingId = await ran(python, ["program.py"], folder);
    // One file has the names of the others.
    return { models: models.length - 1, lines, bookingId };
  },
};

async function keptEnvironment(): Promise<string> {
  const pins = join(here, "python/requirements.txt");
  return keptFolder("python", pins, async (begun) => {
    await ran("python3", ["-m", "venv", "."], begun);
    await ran("bin/python", ["-m", "pip", "install", "--quiet", "--requirement", pins], begun);
  });
}
