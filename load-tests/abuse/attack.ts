/** An attack of `npm run abuse` as a row: what it opens, and what each connection sends. */
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

/** One connection of an attack; `as` comes before its answer where answers of several kinds are counted. */
type Visit = Omit<VisitOptions, "url" | "until"> & { readonly as?: string };

export interface Attack {
  /** The title of its table. */
  readonly title: string;
  /** Settings of the server, beside the limits of `npm start`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Connections, each again after a rest. */
  readonly atOnce: number;
  /** They begin one after the other within so long; all at once unless given. */
  readonly withinMs?: number;
  /** A client does not come again before this. */
  readonly everyMs?: number;
  /** Makes what the attack needs; answers what the connection of this number sends next. */
  prepare(target: Target): Promise<(index: number) => Visit>;
}

const restMs = 50;

/** Makes what the attack needs, before anything is measured. */
export async function prepared(attack: Attack, target: Target): Promise<Run> {
  const { atOnce, withinMs = 0, everyMs = restMs } = attack;
  const next = await attack.prepare(target);
  return async (until) => {
    const answers: Answers = {};
    const once = async (index: number): Promise<void> => {
      const beganAt = performance.now();
      const { as, ...sent } = next(index);
      const answer = await visit({ url: target.url, until, ...sent });
      const name = as === undefined ? answer : `${as} ${answer}`;
      answers[name] = (answers[name] ?? 0) + 1;
      await pause(Math.max(restMs, everyMs - (performance.now() - beganAt)));
    };
    await Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        await pause((index * withinMs) / atOnce);
        while (performance.now() < until) await once(index);
      }),
    );
    return answers;
  };
}
