/** The parts of every attack of `npm run abuse`. Attacks run in a process of their own (`attacker.ts`). */
import { setTimeout as pause } from "node:timers/promises";

/** Where to attack, and as whom. */
export interface Target {
  readonly url: string;
  /** A key of the attacker's own tenant, with every scope. */
  readonly key: string;
  /** The e-mail of a user of another tenant, as a stranger may know it. */
  readonly victimEmail: string;
  /** The server's database, for what takes too long to make over HTTP. */
  readonly engine: { readonly uri: string; readonly databasePrefix: string };
}

/** How often which answer came back: a status, or what else became of a connection. */
export type Answers = Record<string, number>;

/** Attacks until the given moment of `performance.now()`. */
export type Run = (until: number) => Promise<Answers>;

export interface Attack {
  /** The title of its row in the table. */
  readonly title: string;
  /** Settings of the server, beside the limits of `npm start`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Makes what the attack needs, before anything is measured. */
  prepare(target: Target): Promise<Run>;
}

/** Answers as they come back. */
export interface Tally {
  readonly answers: Answers;
  readonly count: (answer: string | number) => void;
}

/** Counts answers. */
export function tally(): Tally {
  const answers: Answers = {};
  return {
    answers,
    count(answer) {
      answers[answer] = (answers[answer] ?? 0) + 1;
    },
  };
}

/**
 * Does the same on so many connections, each again after a rest, until then. They begin one after the
 * other within so long, or all at once.
 */
export async function keepAt(
  connections: number,
  until: number,
  once: (index: number) => Promise<void>,
  withinMs = 0,
): Promise<void> {
  const restMs = 50;
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      await pause((index * withinMs) / connections);
      while (performance.now() < until) {
        await once(index);
        await pause(restMs);
      }
    }),
  );
}
