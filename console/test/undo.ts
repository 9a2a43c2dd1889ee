/** The time in which a decision can be taken back, in the hands of the test. */
import type { Page } from "playwright-core";

/** From now on a decision can be taken back until the test says so: by a clock that goes on, a busy machine would send it before. */
export async function keepUndoTime(page: Page, undoSeconds: number): Promise<void> {
  await page.evaluate(`{
    const { setTimeout: after } = globalThis;
    globalThis.untilUndoIsOver = [];
    globalThis.setTimeout = (act, ms, ...more) =>
      ms === ${undoSeconds * 1_000} ? untilUndoIsOver.push(act) : after(act, ms, ...more);
  }`);
}

/** The time to take decisions back is over. */
export async function undoTime(page: Page): Promise<void> {
  await page.evaluate("for (const act of untilUndoIsOver.splice(0)) act()");
}
