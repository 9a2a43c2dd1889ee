/**
 * The runtime of Jest, but Node itself loads the modules of a test, as it does in production. So a worker loads, strips
 * and compiles a module once for all its files, and keeps what its engine has optimised. Tests have one realm, too: an
 * error of `node:fs` is an `Error`.
 */
import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

// Its types bring those of another Node with them.
const require = createRequire(import.meta.url);
const { default: JestRuntime } = require("jest-runtime");

const globalsUrl = new URL("test-globals.mjs", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@jest/globals"
      ? { url: globalsUrl, shortCircuit: true }
      : next(specifier, context),
});

/** Where Jest's runner keeps in the global object what listens to a file's tests, and what the file has set. */
const perFile = ["EVENT_HANDLERS", "TEST_TIMEOUT_SYMBOL", "RETRY_TIMES", "RETRY_IMMEDIATELY"];

class WorkerRuntime extends JestRuntime {
  setGlobalsForRuntime(globals) {
    // The path would matter to mocks of modules.
    const jest = this.jestGlobals.jestObjectFor(import.meta.filename);
    globalThis[Symbol.for("slipway.jestGlobals")] = { ...globals, jest };
  }

  /** Jest's test runner, anew for each file: it has its tests in its module, and the rest in the global object. */
  requireInternalModule(path) {
    delete require.cache[path];
    for (const name of perFile) delete globalThis[Symbol.for(name)];
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }
}

export { WorkerRuntime as "module.exports" };
