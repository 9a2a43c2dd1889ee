import { createHash } from "node:crypto";
import { stripTypeScriptTypes } from "node:module";

/** A Jest transform: Node's own type stripping, so that tests run the very text that production runs, line for line. */
export default {
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
  getCacheKey: (source) =>
    createHash("sha256").update(process.version).update(source).digest("hex"),
};
