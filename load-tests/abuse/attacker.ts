/**
 * Runs one attack in a process of its own: what it costs the server is measured, not what it costs the
 * client beside it. Started by `startAttacker`, which sends it how long to attack once it is ready.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { endProcess } from "@slipway/dev/end-process";
import type { Answers, Target } from "./attack.ts";
import { type AttackName, attacks } from "./attacks.ts";

interface Attacker {
  attack(ms: number): Promise<Answers>;
  stop(): Promise<void>;
}

/** Resolves once everything is made that the attack needs. */
export async function startAttacker(name: AttackName, target: Target): Promise<Attacker> {
  const child = fork(new URL(import.meta.url), [name, JSON.stringify(target)]);
  await nextMessage(child);
  return {
    async attack(ms) {
      child.send(ms);
      return (await nextMessage(child)) as Answers;
    },
    stop: () => endProcess(child, () => child.kill()),
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const exit = once(child, "exit", { signal: ended.signal }).then(([code]) => {
    throw new Error(`the attacker ended with exit code ${String(code)}`);
  });
  const message = once(child, "message", { signal: ended.signal }) as Promise<[unknown]>;
  try {
    const [said] = await Promise.race([message, exit]);
    return said;
  } finally {
    ended.abort();
    // The loser of the race rejects with the abort, which is no error.
    await Promise.allSettled([message, exit]);
  }
}

async function serve([name, target]: readonly string[]): Promise<void> {
  const run = await attacks[name as AttackName].prepare(JSON.parse(target ?? "") as Target);
  process.send?.("ready");
  const [ms] = (await once(process, "message")) as [number];
  process.send?.(await run(performance.now() + ms));
}

if (import.meta.main) {
  await serve(process.argv.slice(2));
  process.disconnect();
}
