/** One of many named things, found by typing a part of its name. The browser lists those that fit. */

import { type Named, choiceByText } from "./choice-by-text.ts";
import { useOwnId } from "./use-own-id.ts";

interface Given {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Named[];
  readonly choose: (id: string) => void;
}

export function TypedChoice({ label, value, choices, choose }: Given) {
  const list = useOwnId();
  const chosen = choices.find(({ id }) => id === value)?.name;
  return (
    <>
      <input
        aria-label={label}
        list={list}
        value={chosen}
        placeholder={chosen}
        // Browsers list what fits the text that stands there: all of them until something is typed.
        onFocus={({ currentTarget }) => {
          currentTarget.value = "";
        }}
        // Restores the choice: text that fits nothing is no choice, and a user asked whether to leave may stay.
        onBlur={({ currentTarget }) => {
          currentTarget.value = chosen ?? "";
        }}
        onChange={({ currentTarget }) => {
          const found = choiceByText(currentTarget.value, choices);
          if (found) choose(found.id);
        }}
      />
      <datalist id={list}>
        {choices.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </datalist>
    </>
  );
}
