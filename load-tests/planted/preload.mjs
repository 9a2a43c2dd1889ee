/** Preloaded into every process of a self-test: loads the files of SLIPWAY_PLANTED in place of the product's own. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const planted = new Map(JSON.parse(readFileSync(process.env.SLIPWAY_PLANTED, "utf8")));
registerHooks({
  load(url, context, next) {
    const source = planted.get(url);
    return source === undefined
      ? next(url, context)
      : { format: "module", source, shortCircuit: true };
  },
});
