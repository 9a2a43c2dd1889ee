/** I4: exactly the durable changes are delivered. A refusal that says "nothing was done" is true. */
import type { Entry } from "../engine/server.ts";
import { Violation } from "../violation.ts";

interface Event {
  readonly id: string;
  readonly type: string;
  readonly entityId: string;
  readonly actorId: string | null;
}

export class EventOracle {
  /** The events of every durable change. */
  readonly #events = new Map<string, Event>();
  readonly #pending = new Set<string>();
  /** By the actor who asked for the change. */
  readonly #doneBy = new Map<string, Event>();
  /** Actors whose request was refused as done nothing, with the refusal. */
  readonly #nothingDone = new Map<string, string>();

  written({ before, after }: Entry): void {
    const known = before?.["outbox"] as readonly Event[] | undefined;
    for (const event of (after?.["outbox"] as readonly Event[] | undefined) ?? [])
      if (!known?.some(({ id }) => id === event.id)) this.#happened(event);
  }

  #happened(event: Event): void {
    const { id, actorId } = event;
    if (this.#events.has(id)) return;
    this.#events.set(id, event);
    this.#pending.add(id);
    if (actorId === null) return;
    this.#doneBy.set(actorId, event);
    this.#checkDone(actorId);
  }

  delivered(ids: readonly string[]): void {
    for (const id of ids) {
      if (!this.#events.has(id))
        throw new Violation("I4", `${id} was delivered, and its change may still be undone`);
      this.#pending.delete(id);
    }
  }

  /** A request was refused by a code that promises that nothing was done. */
  refused(actorId: string | null, code: string): void {
    if (actorId === null) return;
    this.#nothingDone.set(actorId, code);
    this.#checkDone(actorId);
  }

  areDelivered(): boolean {
    return this.#pending.size === 0;
  }

  checkAtRest(): void {
    for (const id of this.#pending) throw new Violation("I4", `${id} was never delivered`);
  }

  #checkDone(actorId: string): void {
    const code = this.#nothingDone.get(actorId);
    const event = this.#doneBy.get(actorId);
    if (code === undefined || !event) return;
    const { type, entityId } = event;
    throw new Violation("I6", `${type} of ${entityId} was refused as ${code} and done`);
  }
}
