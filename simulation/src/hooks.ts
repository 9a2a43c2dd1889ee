/**
 * Hooks into module loading: an engine in memory replaces the connection, no release is noted, and mutants/planted.ts plants
 * its bugs. The product's own files know nothing of either.
 */
import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { type Patch, filesOfMarks, patched } from "./mutants/marks.ts";

const root = new URL("../../", import.meta.url).href;
/** Files of the store for which one stands in here. */
const replaced = new Set(
  ["connection/connect.ts", "migration/watch-releases.ts"].map(
    (file) => `${root}packages/store/src/${file}`,
  ),
);
const simulated = `${root}simulation/src/engine/connect.ts`;

/** Makes modules load as a run needs them from now on. Call it before any service is imported. */
export function hookLoading(patches: readonly Patch[]): void {
  const files = patches.length > 0 ? patchesByFile(patches) : undefined;
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (!replaced.has(found.url) || context.parentURL === simulated) return found;
      return { ...found, url: simulated };
    },
    load(url, context, next) {
      const own = files?.get(url);
      if (!own) return next(url, context);
      const source = patched(readFileSync(fileURLToPath(url), "utf8"), own);
      return { format: "module", source: stripTypeScriptTypes(source), shortCircuit: true };
    },
  });
}

function patchesByFile(patches: readonly Patch[]): Map<string, Patch[]> {
  const files = filesOfMarks(fileURLToPath(root));
  return Map.groupBy(patches, ({ mark }) => {
    const file = files.get(mark);
    if (file === undefined) throw new Error(`no mark ${mark}`);
    return root + file;
  });
}
