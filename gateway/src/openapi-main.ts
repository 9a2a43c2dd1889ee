/** `npm run openapi` writes openapi.json; with `-- --check` it fails where the file has drifted. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "./openapi.ts";

const file = fileURLToPath(new URL("../../openapi.json", import.meta.url));
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (written() !== text) {
  process.stderr.write("openapi.json differs from the routes: run `npm run openapi`.\n");
  process.exitCode = 1;
}

function written(): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
