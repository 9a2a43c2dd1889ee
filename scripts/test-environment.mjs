import { createRequire } from "node:module";
import { takeCoverage } from "node:v8";

// Their types bring those of another Node with them.
const require = createRequire(import.meta.url);
const { ModernFakeTimers } = require("@jest/fake-timers");
const { ModuleMocker } = require("jest-mock");

// Jest replaces both for the time of a file.
const ownConsole = globalThis.console;
const ownExit = process.exit.bind(process);

/** Functions that Node's streams and Jest's own messages use, too, while a test has fake timers. */
const neverFaked = ["nextTick", "queueMicrotask", "setImmediate"];

/** Jest's environment without a realm of its own: tests run where Node has loaded their modules (`test-runtime.mjs`). */
export default class WorkerEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  env = { ...process.env };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({
      config: { ...projectConfig, fakeTimers: { doNotFake: neverFaked } },
      global: globalThis,
    });
  }

  async setup() {}

  async teardown() {
    // Jest gives a worker half a second to end.
    if (process.env.NODE_V8_COVERAGE !== undefined) takeCoverage();
    this.fakeTimersModern.dispose();
    globalThis.console = ownConsole;
    process.exit = ownExit;
    process.exitCode = undefined;
    // A file's settings never reach another file.
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.env);
  }

  exportConditions() {
    return ["node", "node-addons"];
  }

  /** Jest only asks that there is one. */
  getVmContext() {
    return null;
  }
}
