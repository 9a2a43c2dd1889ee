/**
 * Hooks into module loading: an engine in memory replaces the connection, no release is noted, and mutants/planted.ts plants
 * its bugs. The product's own files know nothing of either.
 */
import { registerHooks } from "node:module";
import type { Patch } from "./mutants/marks.ts";
import { plantedSources } from "./mutants/planted-sources.ts";

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
  const planted = plantedSources(patches);
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (!replaced.has(found.url) || context.parentURL === simulated) return found;
      return { ...found, url: simulated };
    },
    load(url, context, next) {
      const source = planted.get(url);
      if (source === undefined) return next(url, context);
      return { format: "module", source, shortCircuit: true };
    },
  });
}
