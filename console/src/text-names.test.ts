import { expect, it } from "@jest/globals";
import { textNames } from "./text-names.ts";

const sections = {
  day: { heldUntil: "Held", month: "Month", done: { expire: "Expired", one: "1" } },
  sale: { expire: "Expire", others: "Others", priceOf: "Price", unsaid: "", count: "{count}" },
};
const others = "const others = 1;";

it.each([
  [
    "behind a dot of the texts",
    "words.heldUntil + texts.day.heldUntil + day.heldUntil",
    ["heldUntil"],
  ],
  ["over two lines", "texts.day\n  .heldUntil", ["heldUntil"]],
  ["in a section of a section", "texts.access.day.heldUntil", ["heldUntil"]],
  ["also in a comment", "words.heldUntil; // heldUntil", []],
  ["in a comment of its own line", "// heldUntil\nwords.heldUntil", ["heldUntil"]],
  ["behind a dot of something else", "words.heldUntil + booking.heldUntil", []],
  ["as a value", 'words.month; words[view === "month"]', []],
  ["as a property", "words.priceOf; show({ priceOf })", []],
  ["for a value in a text", "fill(words.count, { count })", []],
  ["in a group, which the server may pick", "words.expire; words.done[deed]", ["done"]],
  ["elsewhere too", "words.others", []],
  ["never", "", []],
])("a name that is said %s", (_, page, names) => {
  expect(textNames(sections, { page, others })).toEqual(names);
});
