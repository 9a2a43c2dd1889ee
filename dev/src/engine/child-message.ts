/** Messages between a database's process and the process that supervises it. */
export type ChildMessage =
  | { type: "ready"; uri: string; pid: number }
  /** `inUse`: another process has the directory open, so that waiting may help. */
  | { type: "failed"; reason: string; inUse: boolean };

export type ParentMessage = { type: "stop" };

/** Says it to the supervisor; a supervisor that is gone needs no answer. */
export function sendToParent(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) return resolve();
    process.send(message, undefined, undefined, () => resolve());
  });
}

/**
 * Runs `stop` once, when the parent asks for it or is gone. Signals are ignored, because those of a terminal or of a
 * service manager reach the whole group: the parent drains first and then decides when the database goes.
 */
export function whenParentStops(stop: () => void): void {
  let stopping = false;
  const stopOnce = (): void => {
    if (stopping) return;
    stopping = true;
    stop();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => undefined);
  process.on("message", (message: ParentMessage) => message.type === "stop" && stopOnce());
  process.on("disconnect", stopOnce);
  if (!process.connected) stopOnce();
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
