/** V6: a list has every manual departure that was recorded, and none that may still be undone. */
import type { Entry } from "../engine/server.ts";
import { Violation } from "../violation.ts";
import { departureKey } from "../fake-services.ts";

interface ManualDeparture {
  readonly optionId: string;
  readonly startAt: string | Date;
}

/** A list that was asked for, and the departures that it must have. */
interface Question {
  readonly optionId: string;
  readonly must: readonly string[];
}

/** The lease of what a process keeps, and what its timers may add. */
const unseenMsMax = 1_500;

export class ManualDepartures {
  readonly #now: () => number;
  /** When each became durable. */
  readonly #durable = new Map<string, number>();
  readonly #recorded = new Set<string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  written({ table, after }: Entry): void {
    if (table !== "manual_departures" || !after) return;
    const key = keyOf(after as unknown as ManualDeparture);
    if (!this.#durable.has(key)) this.#durable.set(key, this.#now());
  }

  /** The recording was answered. */
  recorded(departure: ManualDeparture): void {
    this.#recorded.add(keyOf(departure));
  }

  /** The process that recorded one may have crashed before it told the others: these look after a lease. */
  asked(optionId: string): Question {
    const seen = [...this.#durable].filter(([, at]) => at < this.#now() - unseenMsMax);
    const must = new Set([...this.#recorded, ...seen.map(([key]) => key)]);
    return { optionId, must: [...must].filter((key) => key.startsWith(`${optionId}|`)) };
  }

  /** @param mayBeUndone a lone node shows what its journal lacks. */
  answered({ optionId, must }: Question, starts: readonly string[], mayBeUndone: boolean): void {
    const shown = new Set(starts.map((startAt) => keyOf({ optionId, startAt })));
    const missing = must.find((key) => !shown.has(key));
    if (missing !== undefined)
      throw new Violation("V6", `the manual departure ${missing} was recorded and is not listed`);
    const early = [...shown].find((key) => !this.#durable.has(key));
    if (early !== undefined && !mayBeUndone)
      throw new Violation("V6", `the manual departure ${early} is listed and may still be undone`);
  }
}

function keyOf({ optionId, startAt }: ManualDeparture): string {
  return departureKey(optionId, startAt instanceof Date ? startAt.toISOString() : startAt);
}
