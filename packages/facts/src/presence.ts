/**
 * Who keeps facts, over NATS. Whoever keeps some tells everybody, and uses none unless the server has
 * confirmed that it passed the telling on; whoever announces a change first has the server confirm
 * that it has passed on everything told so far. The server keeps the order of what it passes on, so
 * between the two none is missed, however short it has been there and whatever the bus's registry
 * believes at the moment (capacity.md section 6).
 */
import { type ServiceBroker, refuse } from "@slipway/broker";
import type { Action } from "@slipway/contracts";
import {
  type Msg,
  type NatsConnection,
  heardHolders,
  isOverNats,
  isShared,
  natsOf,
  prefixOf,
  roleOf,
  senderOfSubject,
  subjectsOf,
} from "@slipway/nats";
import { leaseMs, useMsMax } from "./lease.ts";

/** A service on a node that may keep facts. */
export interface Holder {
  nodeId: string;
  /** The name of its action that forgets. */
  action: string;
}

const tellEveryMs = 500;
/** A holder may use facts for this long after it began to tell. */
const licenceMs = 3_000;
const confirmMsMax = 2_000;
const marginMs = 500;
/** After a write, no work on what was read before it runs any more. */
export const lapseMs = leaseMs + useMsMax + marginMs;
/** Whoever has told nothing for longer has no such work. */
const knownMs = licenceMs + lapseMs;

interface Telling {
  readonly nodeId: string;
  readonly actions: readonly string[];
}

/** Undefined: it is none. What throws in a callback of NATS ends the reading of the whole connection. */
function tellingOf({ data }: Msg): Telling | undefined {
  try {
    const { nodeId, actions } = JSON.parse(Buffer.from(data).toString("utf8")) as Partial<Telling>;
    const isTelling = typeof nodeId === "string" && Array.isArray(actions);
    return isTelling ? { nodeId, actions: actions.map(String) } : undefined;
  } catch {
    return undefined;
  }
}

const presences = new WeakMap<ServiceBroker, Presence>();

/**
 * The presence of this node, made at the first call: early, because a node that has begun to listen
 * only just now must wait longer. Undefined where all nodes are in this process.
 */
export function presenceOf(broker: ServiceBroker): Presence | undefined {
  if (!isOverNats(broker)) return undefined;
  const presence = presences.get(broker) ?? new Presence(broker);
  presences.set(broker, presence);
  return presence;
}

export class Presence {
  readonly #broker: ServiceBroker;
  readonly #own: string;
  readonly #heardAt: string;
  /** Where nodes of the release before tell and hear it. */
  readonly #former: string;
  readonly #kept = new Set<string>();
  readonly #heard = new Map<string, { at: number; actions: readonly string[] }>();
  #listeningSince = Infinity;
  #licensedSince = -Infinity;
  #telling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(broker: ServiceBroker) {
    this.#broker = broker;
    const prefix = prefixOf(broker.namespace);
    this.#own = subjectsOf(prefix, broker.nodeID).holders;
    this.#heardAt = heardHolders(prefix);
    this.#former = `${broker.namespace}.holders`;
    const client = natsOf(broker);
    if (client) this.#begin(client);
    else broker.localBus.on("$transporter.connected", () => this.#connected());
    broker.localBus.on("$transporter.disconnected", () => this.#leave());
  }

  /** From now on this node may keep facts that this action forgets. */
  keep({ name }: Action): void {
    this.#kept.add(name);
    this.#timer ??= setInterval(
      () => void this.#tell().catch(() => undefined),
      tellEveryMs,
    ).unref();
  }

  /** Undefined while facts may be used here; else resolves when they may, or refuses. */
  licence(): Promise<void> | undefined {
    if (performance.now() - this.#licensedSince < licenceMs) return undefined;
    return this.#tell().catch(() => {
      throw refuse("SERVICE_UNAVAILABLE");
    });
  }

  /**
   * Everybody who may work on something read before this call. Rejects while that cannot be known:
   * this node is cut off, or listens for too short a time.
   */
  async holders(): Promise<Holder[]> {
    const client = natsOf(this.#broker);
    if (!client) throw new Error("there is no connection");
    await client.flush();
    const now = performance.now();
    if (now - this.#listeningSince < knownMs) throw new Error("not everybody may have been heard");
    for (const [nodeId, { at }] of this.#heard) if (now - at > knownMs) this.#heard.delete(nodeId);
    return this.heard();
  }

  /** Everybody heard of, perhaps not everybody. */
  heard(): Holder[] {
    return [...this.#heard].flatMap(([nodeId, { actions }]) =>
      actions.map((action) => ({ nodeId, action })),
    );
  }

  /** Whether a holder has missed three of its tellings: it is dead, frozen or cut off. */
  isSilent(nodeId: string): boolean {
    const heard = this.#heard.get(nodeId);
    return !heard || performance.now() - heard.at > 3 * tellEveryMs;
  }

  #connected(): void {
    const client = natsOf(this.#broker);
    if (client && this.#listeningSince === Infinity) this.#begin(client);
  }

  #begin(client: NatsConnection): void {
    this.#listeningSince = performance.now();
    client.subscribe(this.#heardAt, {
      callback: (error, message) => {
        const told = error ? undefined : tellingOf(message);
        // Nobody tells for a node of another role.
        if (told && roleOf(told.nodeId) === senderOfSubject(message.subject)) this.#hear(told);
      },
    });
    if (isShared(this.#broker))
      client.subscribe(this.#former, {
        callback: (error, message) => {
          const told = error ? undefined : tellingOf(message);
          if (told) this.#hear(told);
        },
      });
    void this.#follow(client);
  }

  #hear({ nodeId, actions }: Telling): void {
    if (actions.length === 0) this.#heard.delete(nodeId);
    else this.#heard.set(nodeId, { at: performance.now(), actions });
  }

  /** What was told while the connection was lost has not been heard. */
  async #follow(client: NatsConnection): Promise<void> {
    for await (const { type } of client.status()) {
      if (type === "disconnect") this.#licensedSince = -Infinity;
      if (type === "disconnect" || type === "reconnect") this.#listeningSince = performance.now();
    }
  }

  #tell(): Promise<void> {
    this.#telling ??= this.#tellOnce().finally(() => {
      this.#telling = undefined;
    });
    return this.#telling;
  }

  async #tellOnce(): Promise<void> {
    const client = natsOf(this.#broker);
    if (!client || client.isClosed()) throw new Error("there is no connection");
    const began = performance.now();
    this.#publish(client, [...this.#kept]);
    await within(confirmMsMax, client.flush());
    this.#licensedSince = began;
  }

  /** In order: whatever ran here has ended before the bus is left. */
  #leave(): void {
    clearInterval(this.#timer);
    const client = natsOf(this.#broker);
    if (client && !client.isClosed() && this.#kept.size > 0) this.#publish(client, []);
  }

  #publish(client: NatsConnection, actions: string[]): void {
    const telling: Telling = { nodeId: this.#broker.nodeID, actions };
    const text = JSON.stringify(telling);
    client.publish(this.#own, text);
    if (isShared(this.#broker)) client.publish(this.#former, text);
  }
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("no confirmation")), milliseconds);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
