import { announcedBodies } from "./announced-bodies.ts";
import type { Attack, Run } from "./attack.ts";
import { connections } from "./connections.ts";
import { guessedPasswords } from "./guessed-passwords.ts";
import { longLists } from "./long-lists.ts";
import { silentWebhooks } from "./silent-webhooks.ts";
import { slowReaders } from "./slow-readers.ts";

const single = {
  connections: connections(),
  S1: longLists,
  S2: slowReaders,
  S3: announcedBodies,
  S4: guessedPasswords,
  S5: silentWebhooks,
} as const;

export type AttackName = keyof typeof single | "all";

/** All of them at once, each as hard as alone. */
const all: Attack = {
  title: "all of them at once",
  async prepare(target) {
    const runs: (readonly [name: string, run: Run])[] = [];
    for (const [name, attack] of Object.entries(single))
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

export const attacks: Readonly<Record<AttackName, Attack>> = { ...single, all };
