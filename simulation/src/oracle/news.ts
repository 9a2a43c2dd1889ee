/** I4: what others are told is what stands, all of it; and who is told that nothing was done is told the truth. */
import type { Entry } from "../engine/server.ts";
import { Violation } from "../violation.ts";

interface Event {
  readonly id: string;
  readonly fact: {
    readonly action: string;
    readonly entityId: string;
    readonly actorId: string | null;
  };
}

export class News {
  /** Of every change that nothing can take back. */
  readonly #events = new Map<string, Event>();
  readonly #untold = new Set<string>();
  /** By who asked for it. */
  readonly #doneBy = new Map<string, Event>();
  /** Who was told that nothing was done, and by which refusal. */
  readonly #nothingDone = new Map<string, string>();

  written({ before, after }: Entry): void {
    const known = before?.["outbox"] as readonly Event[] | undefined;
    for (const event of (after?.["outbox"] as readonly Event[] | undefined) ?? [])
      if (!known?.some(({ id }) => id === event.id)) this.#happened(event);
  }

  #happened(event: Event): void {
    const { id, fact } = event;
    if (this.#events.has(id)) return;
    this.#events.set(id, event);
    this.#untold.add(id);
    if (fact.actorId === null) return;
    this.#doneBy.set(fact.actorId, event);
    this.#checkDone(fact.actorId);
  }

  told(ids: readonly string[]): void {
    for (const id of ids) {
      if (!this.#events.has(id))
        throw new Violation("I4", `${id} was told, and what it tells may still be undone`);
      this.#untold.delete(id);
    }
  }

  /** A request was refused by a code that says that it has changed nothing. */
  refused(actorId: string | null, code: string): void {
    if (actorId === null) return;
    this.#nothingDone.set(actorId, code);
    this.#checkDone(actorId);
  }

  checkAtRest(): void {
    for (const id of this.#untold) throw new Violation("I4", `${id} was never told`);
  }

  #checkDone(actorId: string): void {
    const code = this.#nothingDone.get(actorId);
    const event = this.#doneBy.get(actorId);
    if (code === undefined || !event) return;
    const { action, entityId } = event.fact;
    throw new Violation("I6", `${action} of ${entityId} was refused as ${code} and done`);
  }
}
