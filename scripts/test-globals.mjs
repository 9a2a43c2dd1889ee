/**
 * The module `@jest/globals` as tests import it. A module that several files share is loaded once, so each name leads
 * to what the file that runs now has.
 */
const now = () => globalThis[Symbol.for("slipway.jestGlobals")];

const live = (name) =>
  new Proxy(() => {}, {
    apply: (_target, _self, given) => now()[name](...given),
    get: (_target, key) => now()[name][key],
  });

export const afterAll = live("afterAll");
export const afterEach = live("afterEach");
export const beforeAll = live("beforeAll");
export const beforeEach = live("beforeEach");
export const describe = live("describe");
export const expect = live("expect");
export const it = live("it");
export const jest = live("jest");
export const test = live("test");
