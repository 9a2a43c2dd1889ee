/**
 * `npm run openapi` writes what is made of the gateway's routes and their contracts. That is openapi.json,
 * openapi-octo.json, the collection of examples, the types and operations of the client, and the page of the reference. It also writes
 * docs/settings.md, of the schemas of settings.
 * With `-- --check` it fails where one of them has drifted.
 */
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { format, resolveConfig } from "prettier";
import { readExamples } from "../dev/src/openapi/examples/examples.ts";
import { octoDocument } from "../dev/src/openapi/octo-document.ts";
import { openApiDocument } from "../dev/src/openapi/openapi.ts";
import { collectionFile } from "./api/collection-file.ts";
import { groupsFile } from "./client/groups-file.ts";
import { operationsFile } from "./client/operations-file.ts";
import { typesFile } from "./client/types-file.ts";
import { type Operation, operationsOf } from "./client/operations.ts";
import { referencePage } from "./reference/page.ts";
import { type Samples, samplesOf } from "./reference/samples.ts";
import { settingsPage } from "./settings-page.ts";

const root = dirname(import.meta.dirname);
const guides = ["docs/selling.md", "docs/octo.md"];
const reference = "gateway/src/docs/generated";
const generated = "packages/client/src/generated";

const files = await filesOf();
if (process.argv.includes("--check")) await check();
else for (const [file, text] of files) await writeFile(join(root, file), text);

async function filesOf(): Promise<[file: string, text: string][]> {
  const document = openApiDocument();
  const operations = operationsOf(document);
  const records = Object.keys(document.components?.schemas ?? {});
  const { version } = document.info;
  return [
    ["openapi.json", `${JSON.stringify(document, null, 2)}\n`],
    ["openapi-octo.json", `${JSON.stringify(octoDocument(), null, 2)}\n`],
    ["examples/slipway.postman_collection.json", collectionFile(document)],
    await source("types.ts", typesFile(document)),
    await source("groups.ts", groupsFile(operations, records)),
    await source("operations.ts", operationsFile(operations, version)),
    [join(reference, "page.html"), referencePage(await guideText())],
    [join(reference, "samples.json"), await samplesText(operations)],
    ["docs/settings.md", await format(settingsPage(), { parser: "markdown" })],
  ];
}

/** The texts of the guides for operators and for resellers. */
async function guideText(): Promise<string> {
  const texts = await Promise.all(guides.map((file) => readFile(join(root, file), "utf8")));
  return texts.join("\n");
}

/** The samples, by the operations' ids. */
async function samplesText(operations: readonly Operation[]): Promise<string> {
  const examples = readExamples();
  const samples: Record<string, Samples> = {};
  for (const operation of operations) {
    const example = examples.get(`${operation.method} ${operation.path}`);
    const made = samplesOf(operation, example);
    const typescript = await format(made.typescript, { parser: "typescript", printWidth: 80 });
    samples[operation.operationId] = { ...made, typescript };
  }
  return `${JSON.stringify(samples, null, 1)}\n`;
}

/** The text as Prettier leaves the sources that people write. */
async function source(name: string, text: string): Promise<[file: string, text: string]> {
  const file = join(generated, name);
  const options = await resolveConfig(join(root, file));
  const head = "// Made by `npm run openapi` of the gateway's routes. Do not edit.\n";
  return [file, await format(`${head}\n${text}`, { ...options, parser: "typescript" })];
}

async function check(): Promise<void> {
  for (const [file, text] of files) {
    const written = await readFile(join(root, file), "utf8").catch(() => "");
    if (written === text) continue;
    process.stderr.write(`${file} differs from the routes: run \`npm run openapi\`.\n`);
    process.exitCode = 1;
  }
}
