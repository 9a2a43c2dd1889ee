/**
 * Runs one attack in a process of its own: what it costs the server is measured, not what it costs the
 * client beside it. Started by `startAttacker`, which sends it how long to attack once it is ready.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { endProcess } from "@slipway/dev/end-process";
import type { Answers, Target } from "./attack.ts";
import { type AttackName, prepareAttack } from "./attacks.ts";

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

/** The next message, or the end of the process as an error. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const ended = (code: number | null): void =>
    reject(new Error(`the attacker ended with exit code ${code}`));
  child.once("message", resolve).once("exit", ended);
  return promise.finally(() => child.off("message", resolve).off("exit", ended));
}

async function serve([name, target]: readonly string[]): Promise<void> {
  const run = await prepareAttack(name as AttackName, JSON.parse(target ?? "") as Target);
  process.send?.("ready");
  const [ms] = (await once(process, "message")) as [number];
  process.send?.(await run(performance.now() + ms));
}

if (import.meta.main) {
  await serve(process.argv.slice(2));
  process.disconnect();
}
