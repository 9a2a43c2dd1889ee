/** How a process ends the children that it has started. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Asks it to end, as by a signal, and resolves when it has. Asks nothing of one that has ended already. */
export async function endProcess(child: ChildProcess, ask: () => unknown): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  ask();
  await ended;
}
