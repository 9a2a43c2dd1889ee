/** The hand of a user at a page: it counts what is clicked, typed and dragged, and says how long a person needs for that. */
import type { Locator, Page } from "playwright-core";

/**
 * Seconds by the keystroke-level model (Card, Moran and Newell, 1980): a user thinks, points, presses, and types at 40 words a
 * minute.
 */
const seconds = { think: 1.35, point: 1.1, press: 0.2, key: 0.28 };

export interface Hand {
  readonly page: Page;
  readonly steps: readonly string[];
  /** Time that a person needs for the steps, without the time in which the console works. */
  readonly personSeconds: () => number;
  readonly click: (what: Locator) => Promise<void>;
  /** Chooses a field, and types in place of what stands there. */
  readonly fill: (field: Locator, text: string) => Promise<void>;
  /** One key, or what is typed without another field. */
  readonly press: (keys: string) => Promise<void>;
  readonly drag: (from: Locator, to: Locator) => Promise<void>;
}

export function handOn(page: Page): Hand {
  const steps: string[] = [];
  let taken = 0;
  const step = (kind: string, takes: number): void => {
    steps.push(kind);
    taken += seconds.think + takes;
  };
  const click = seconds.point + seconds.press;
  return {
    page,
    steps,
    personSeconds: () => taken,
    async click(what) {
      step("click", click);
      await what.click();
    },
    async fill(field, text) {
      step("fill", click + text.length * seconds.key);
      await field.fill(text);
    },
    async press(keys) {
      const isOne = keys.length === 1 || /^[A-Z][a-z]/.test(keys);
      step(isOne ? keys : "type", seconds.key * (isOne ? 1 : keys.length));
      await (isOne ? page.keyboard.press(keys) : page.keyboard.type(keys));
    },
    async drag(from, to) {
      step("drag", click + seconds.point);
      await from.dragTo(to);
    },
  };
}
