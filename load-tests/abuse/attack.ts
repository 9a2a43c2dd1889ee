/** The parts of every attack of `npm run abuse`. Attacks run in a process of their own (`attacker.ts`). */
import { setTimeout as pause } from "node:timers/promises";
import { type VisitOptions, visit } from "./visit.ts";

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

/** One connection of an attack; `as` comes before its answer where answers of several kinds are counted. */
type Visit = Omit<VisitOptions, "url" | "until"> & { readonly as?: string };

interface Row extends Pick<Attack, "title" | "settings"> {
  /** Connections, each again after a rest. */
  readonly atOnce: number;
  /** They begin one after the other within so long; all at once unless given. */
  readonly withinMs?: number;
  /** A refused client does not come again before this. */
  readonly everyMs?: number;
  /** Answers what the connection of this number sends next. */
  readonly prepare: (target: Target) => Promise<(index: number) => Visit>;
}

/** An attack that is the same on all of its connections. */
export function onConnections({ atOnce, withinMs, everyMs = 0, prepare, ...row }: Row): Attack {
  return {
    ...row,
    async prepare(target) {
      const next = await prepare(target);
      return async (until) => {
        const { answers, count } = tally();
        const once = async (index: number): Promise<void> => {
          const beganAt = performance.now();
          const { as, ...sent } = next(index);
          const answer = await visit({ url: target.url, until, ...sent });
          count(as === undefined ? answer : `${as} ${answer}`);
          await pause(Math.max(0, everyMs - (performance.now() - beganAt)));
        };
        await keepAt(atOnce, until, once, withinMs);
        return answers;
      };
    },
  };
}

/** Counts answers as they come back. */
export function tally(): { readonly answers: Answers; readonly count: (answer: string) => void } {
  const answers: Answers = {};
  return { answers, count: (answer) => void (answers[answer] = (answers[answer] ?? 0) + 1) };
}

/** Does the same on so many connections until then. */
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
