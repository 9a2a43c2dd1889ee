/**
 * What a run puts in the way of module loading: the engine in memory in place of a connection, and
 * the planted bugs of mutants.ts, so that the product's own files know nothing of either.
 */
import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url).href;
const connect = `${root}packages/store/src/connect.ts`;
const simulated = `${root}simulation/src/engine/connect.ts`;

/** One bug: a place in a file, and what stands there instead. */
export interface Patch {
  /** From the root of the repository. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** From now on modules are loaded as a run needs them. Call it before any service is imported. */
export function hookLoading(patches: readonly Patch[]): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (found.url !== connect || context.parentURL === simulated) return found;
      return { ...found, url: simulated };
    },
    load(url, context, next) {
      const own = patches.filter(({ file }) => url === root + file);
      if (own.length === 0) return next(url, context);
      const source = patched(readFileSync(fileURLToPath(url), "utf8"), own);
      return { format: "module", source: stripTypeScriptTypes(source), shortCircuit: true };
    },
  });
}

/** The text with its bugs; throws when a place has moved, so that no bug is planted in vain. */
export function patched(text: string, patches: readonly Patch[]): string {
  let result = text;
  for (const { file, from, to } of patches) {
    if (result.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`);
    result = result.replace(from, () => to);
  }
  return result;
}
