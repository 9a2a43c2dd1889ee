import { types } from "node:util";

/**
 * Jest runs each test file in a vm context, whose Error is another class than the Error of Node's own modules. An
 * ENOENT of node:fs would be no `instanceof Error` in a test, though it is one in production. This lets the error
 * classes of the context recognise their twins.
 */
for (const errorClass of [Error, TypeError, RangeError, SyntaxError, AggregateError]) {
  Object.defineProperty(errorClass, Symbol.hasInstance, {
    value(candidate) {
      const isOurs = Function.prototype[Symbol.hasInstance].call(this, candidate);
      return (
        isOurs ||
        (this === errorClass &&
          types.isNativeError(candidate) &&
          descendsFrom(candidate, errorClass.name))
      );
    },
  });
}

function descendsFrom(candidate, className) {
  for (
    let ancestor = Object.getPrototypeOf(candidate);
    ancestor;
    ancestor = Object.getPrototypeOf(ancestor)
  ) {
    if (ancestor.constructor?.name === className) return true;
  }
  return false;
}
