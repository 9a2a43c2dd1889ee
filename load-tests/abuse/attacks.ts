import { announcedBodies } from "./announced-bodies.ts";
import type { Attack, Run } from "./attack.ts";
import { connections } from "./connections.ts";
import { dearestAnswers } from "./dearest-answers.ts";
import { guessedPasswords } from "./guessed-passwords.ts";
import { imports } from "./imports.ts";
import { largeOptions } from "./large-options.ts";
import { longLists } from "./long-lists.ts";
import { quotes } from "./quotes.ts";
import { searches } from "./searches.ts";
import { silentWebhooks } from "./silent-webhooks.ts";
import { slowReaders } from "./slow-readers.ts";

const ofThePenetrationTest = {
  S1: longLists,
  S2: slowReaders,
  S3: announcedBodies,
  S4: guessedPasswords,
  S5: silentWebhooks,
} as const;

/** All of the penetration test at once, each as hard as alone. */
const all: Attack = {
  title: "S1 to S5 at once",
  async prepare(target) {
    const runs: (readonly [name: string, run: Run])[] = [];
    for (const [name, attack] of Object.entries(ofThePenetrationTest))
      runs.push([name, await attack.prepare(target)]);
    return async (until) => {
      const answers = await Promise.all(
        runs.map(async ([name, run]) =>
          Object.entries(await run(until)).map(([answer, count]) => [`${name} ${answer}`, count]),
        ),
      );
      return Object.fromEntries(answers.flat()) as Record<string, number>;
    };
  },
};

export const attacks: Readonly<Record<AttackName, Attack>> = {
  connections: connections(),
  dearest: dearestAnswers,
  quotes,
  imports,
  options: largeOptions(),
  searches,
  ...ofThePenetrationTest,
  all,
};

export type AttackName =
  | "connections"
  | "dearest"
  | "quotes"
  | "imports"
  | "options"
  | "searches"
  | keyof typeof ofThePenetrationTest
  | "all";
