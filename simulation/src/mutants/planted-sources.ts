import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { type Patch, filesOfMarks, patched } from "./marks.ts";

const root = new URL("../../../", import.meta.url).href;

/** The patched files of the product as JavaScript, by their URLs. */
export function plantedSources(patches: readonly Patch[]): Map<string, string> {
  const files = patches.length > 0 ? filesOfMarks(fileURLToPath(root)) : new Map<string, string>();
  const byFile = Map.groupBy(patches, ({ mark }) => {
    const file = files.get(mark);
    if (file === undefined) throw new Error(`no mark ${mark}`);
    return root + file;
  });
  return new Map(
    [...byFile].map(([url, own]) => {
      const source = patched(readFileSync(fileURLToPath(url), "utf8"), own);
      return [url, stripTypeScriptTypes(source)];
    }),
  );
}
