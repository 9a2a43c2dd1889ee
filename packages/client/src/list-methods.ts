/** Methods that read a list whole, made of the operation that answers a page of it. */
import type { Answered } from "./call.ts";
import { type MoreMethods, type NamedMethod, answer, asked } from "./create-operations.ts";
import { type AskPage, changeFeed, cursorPages, offsetPages } from "./pages.ts";

type Method = NamedMethod[1];

/** `all` of a list that is read page by page. */
export const allMethods: MoreMethods = (settings, method, operation) => {
  if (operation.pages === undefined) return [];
  const read: Method = (...given) => {
    const call = asked(operation, given);
    const ask: AskPage<never> = async (at) =>
      (await answer(settings, { ...call, input: { ...call.input, ...at } })) as never;
    return operation.pages === "offset" ? offsetPages(ask) : cursorPages(ask);
  };
  return [[method.replace(/^list/, "all"), read]];
};

/** `changes` of a list that has a change feed. */
export const changesMethods: MoreMethods = (settings, method, operation) => {
  if (!operation.hasChanges) return [];
  const read: Method = (...given) => {
    const call = asked(operation, given);
    const { since, ...filters } = (call.input ?? {}) as { since: string };
    return changeFeed(since, async (at) => {
      const input = "cursor" in at ? at : { ...filters, ...at };
      const { data, response } = (await answer(settings, {
        ...call,
        input,
      }).withResponse()) as Answered<never>;
      return { page: data, watermark: response.headers.get("sync-watermark") };
    });
  };
  return [[method.replace(/^list/, "changes"), read]];
};
