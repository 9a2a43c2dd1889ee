/** The use cases that a gateway of the tests has served, for the check of the whole first tier (`scripts/test-use-cases.ts`). */
import { type ReadValue, readMetrics } from "@slipway/metrics";
import { appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A line for each action and each route. It is in the run's folder, which goes with the run. */
export const enteredFile = join(tmpdir(), "entered");

type Counts = ReadonlyMap<string, number>;

/** Calls of actions that were answered, and requests of routes that succeeded, in this process so far. */
export async function countEntered(): Promise<Counts> {
  const counts = new Map<string, number>();
  const add = (name: string, { value }: ReadValue): unknown =>
    counts.set(name, (counts.get(name) ?? 0) + value);
  for (const { name, values } of await readMetrics())
    for (const each of values.filter(({ metricName }) => metricName === `${name}_count`)) {
      const { action, outcome, http_request_method: method, http_route: route } = each.labels;
      const isSuccess = String(each.labels["http_response_status_code"]).startsWith("2");
      if (action !== undefined && outcome === "ok") add(action, each);
      if (route !== undefined && isSuccess) add(`${method} ${route}`, each);
    }
  return counts;
}

/** Notes what has been entered since `before`. */
export async function noteEntered(before: Counts): Promise<void> {
  const entered = [...(await countEntered())].filter(
    ([name, count]) => count > (before.get(name) ?? 0),
  );
  appendFileSync(enteredFile, entered.map(([name]) => `${name}\n`).join(""));
}
