/**
 * Heartbeats of the nodes that use a reference cache, over NATS. A node with a cache publishes a
 * heartbeat and may use the cache only after NATS has flushed it. NATS delivers in order. After a flush
 * the invalidating node has therefore seen every heartbeat sent earlier; a node that it has not seen
 * started caching after the write. A node that has used no cache for a while rests: it publishes none.
 */
import { type ServiceBroker, refuse } from "@slipway/broker";
import type { Action } from "@slipway/contracts";
import {
  type Msg,
  type NatsConnection,
  heardHolders,
  isOverNats,
  natsOf,
  prefixOf,
  roleOf,
  senderOfSubject,
  subjectsOf,
} from "@slipway/nats";
import {
  flushMsMax,
  heartbeatEveryMs,
  heartbeatExpiryMs,
  nodeLeaseMs,
  silentMs,
} from "./constants.ts";

/** A service on a node that has a reference cache. */
export interface CacheHolder {
  nodeId: string;
  /** The name of its action that invalidates the cache. */
  action: string;
}

interface HeldCache {
  readonly isInUse: () => boolean;
  readonly clear: () => void;
}

interface HeartbeatMessage {
  readonly nodeId: string;
  readonly actions: readonly string[];
}

/** Undefined: not a heartbeat. An error in a callback of NATS would end reading on the whole connection. */
function heartbeatMessageOf({ data }: Msg): HeartbeatMessage | undefined {
  try {
    const text = Buffer.from(data).toString("utf8");
    const { nodeId, actions } = JSON.parse(text) as Partial<HeartbeatMessage>;
    const isHeartbeat = typeof nodeId === "string" && Array.isArray(actions);
    return isHeartbeat ? { nodeId, actions: actions.map(String) } : undefined;
  } catch {
    return undefined;
  }
}

const heartbeats = new WeakMap<ServiceBroker, Heartbeat>();

/**
 * The heartbeat of this node. Call it early: a node that has only just begun to listen to the others
 * must wait before it can invalidate. Undefined where all nodes are in this process.
 */
export function heartbeatOf(broker: ServiceBroker): Heartbeat | undefined {
  if (!isOverNats(broker)) return undefined;
  const heartbeat = heartbeats.get(broker) ?? new Heartbeat(broker);
  heartbeats.set(broker, heartbeat);
  return heartbeat;
}

export class Heartbeat {
  readonly #broker: ServiceBroker;
  readonly #ownSubject: string;
  readonly #heardSubject: string;
  readonly #actions = new Set<string>();
  readonly #heard = new Map<string, { at: number; actions: readonly string[] }>();
  #listeningSince = Infinity;
  #leasedSince = -Infinity;
  #beating: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #caches: HeldCache[] = [];
  /** When a cache was last to be used. */
  #askedAt = -Infinity;

  constructor(broker: ServiceBroker) {
    this.#broker = broker;
    const prefix = prefixOf(broker.namespace);
    this.#ownSubject = subjectsOf(prefix, broker.nodeID).holders;
    this.#heardSubject = heardHolders(prefix);
    const client = natsOf(broker);
    if (client) this.#listen(client);
    else broker.localBus.on("$transporter.connected", () => this.#connected());
    broker.localBus.on("$transporter.disconnected", () => this.#leave());
  }

  /** While it is in use, this node publishes heartbeats for a cache that this action invalidates. */
  addCache({ name }: Action, cache: HeldCache): void {
    this.#actions.add(name);
    this.#caches.push(cache);
  }

  /** Undefined while the caches of this node may be used; else resolves when they may, or refuses. */
  lease(): Promise<void> | undefined {
    this.#askedAt = performance.now();
    this.#timer ??= setInterval(() => this.#beatOrRest(), heartbeatEveryMs).unref();
    if (this.#askedAt - this.#leasedSince < nodeLeaseMs) return undefined;
    return this.#beat().catch(() => {
      throw refuse("SERVICE_UNAVAILABLE");
    });
  }

  /**
   * Every cache that may be working on a value read before this call. Rejects while this node cannot
   * know that: it is cut off, or has not listened for long enough.
   */
  async holders(): Promise<CacheHolder[]> {
    const client = natsOf(this.#broker);
    if (!client) throw new Error("there is no connection");
    await client.flush();
    const now = performance.now();
    if (now - this.#listeningSince < heartbeatExpiryMs)
      throw new Error("this node may not have heard every heartbeat yet");
    for (const [nodeId, { at }] of this.#heard)
      if (now - at > heartbeatExpiryMs) this.#heard.delete(nodeId);
    return this.heardHolders();
  }

  /** The caches this node has heard of, perhaps not all there are. */
  heardHolders(): CacheHolder[] {
    return [...this.#heard].flatMap(([nodeId, { actions }]) =>
      actions.map((action) => ({ nodeId, action })),
    );
  }

  /** Whether a node has missed three heartbeats: it is dead, frozen or cut off. */
  isSilent(nodeId: string): boolean {
    const heard = this.#heard.get(nodeId);
    return !heard || performance.now() - heard.at > silentMs;
  }

  #connected(): void {
    const client = natsOf(this.#broker);
    if (client && this.#listeningSince === Infinity) this.#listen(client);
  }

  #listen(client: NatsConnection): void {
    this.#listeningSince = performance.now();
    client.subscribe(this.#heardSubject, {
      callback: (error, message) => {
        const heartbeat = error ? undefined : heartbeatMessageOf(message);
        // A node may not send heartbeats in the name of a node of another role.
        if (heartbeat && roleOf(heartbeat.nodeId) === senderOfSubject(message.subject))
          this.#hear(heartbeat);
      },
    });
    void this.#watchConnection(client);
  }

  #hear({ nodeId, actions }: HeartbeatMessage): void {
    if (actions.length === 0) this.#heard.delete(nodeId);
    else this.#heard.set(nodeId, { at: performance.now(), actions });
  }

  /** Heartbeats sent while the connection was lost have not been heard. */
  async #watchConnection(client: NatsConnection): Promise<void> {
    for await (const { type } of client.status()) {
      if (type === "disconnect") this.#leasedSince = -Infinity;
      if (type === "disconnect" || type === "reconnect") this.#listeningSince = performance.now();
    }
  }

  /** A node that rests is as one that has just started: it keeps no value, and its next use begins with a heartbeat. */
  #beatOrRest(): void {
    const isRecent = performance.now() - this.#askedAt <= heartbeatExpiryMs;
    if (isRecent || this.#caches.some((cache) => cache.isInUse()))
      return void this.#beat().catch(() => undefined);
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#leasedSince = -Infinity;
    for (const cache of this.#caches) cache.clear();
  }

  #beat(): Promise<void> {
    this.#beating ??= this.#beatOnce().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  async #beatOnce(): Promise<void> {
    const client = natsOf(this.#broker);
    if (!client || client.isClosed()) throw new Error("there is no connection");
    const began = performance.now();
    this.#publish(client, [...this.#actions]);
    await within(flushMsMax, client.flush());
    this.#leasedSince = began;
  }

  /** The broker leaves the bus after all work here has ended, so this node has no cache in use. */
  #leave(): void {
    clearInterval(this.#timer);
    const client = natsOf(this.#broker);
    if (client && !client.isClosed() && this.#actions.size > 0) this.#publish(client, []);
  }

  #publish(client: NatsConnection, actions: string[]): void {
    const heartbeat: HeartbeatMessage = { nodeId: this.#broker.nodeID, actions };
    client.publish(this.#ownSubject, JSON.stringify(heartbeat));
  }
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("no confirmation")), milliseconds);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
