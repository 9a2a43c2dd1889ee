/** How many of each unit, by steps or typed. */
import type { Unit } from "@slipway/client";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { type Party, limitsOf, stepped } from "./party.ts";

interface Given {
  readonly units: readonly Pick<Unit, "id" | "name" | "restrictions">[];
  readonly party: Party;
  readonly change: (party: Party) => void;
  /** Enter in a number: where one goes on. */
  readonly goOn?: () => void;
}

export function PartyFields({ units, party, change, goOn }: Given) {
  const words = texts.sale;
  return (
    <fieldset>
      <legend>{texts.day.party}</legend>
      {units.map((unit) => {
        const limits = limitsOf(unit);
        const count = party[unit.id] ?? 0;
        const set = (next: number): void => change({ ...party, [unit.id]: next });
        const step = (by: -1 | 1, label: string, sign: string) => (
          <button
            type="button"
            aria-label={fill(label, { name: unit.name })}
            onClick={() => set(stepped(count, by, limits))}
          >
            {sign}
          </button>
        );
        return (
          <div key={unit.id} class="controls">
            {step(-1, words.less, "−")}
            <label>
              <input
                type="number"
                class="count"
                min={0}
                max={limits.max}
                value={count}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" || !goOn) return;
                  // Else the same key would submit the form to which it leads.
                  event.preventDefault();
                  goOn();
                }}
                onInput={({ currentTarget: { valueAsNumber } }) =>
                  set(Number.isInteger(valueAsNumber) ? Math.max(0, valueAsNumber) : 0)
                }
              />{" "}
              {unit.name}
            </label>
            {step(1, words.more, "+")}
          </div>
        );
      })}
    </fieldset>
  );
}
