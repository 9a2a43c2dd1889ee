import { Errors, type ServiceBroker, Transporters } from "moleculer";
import {
  type ConnectionOptions,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  type Subscription,
  createInbox,
  headers as emptyHeaders,
} from "nats";
import "./abandoned-dials.ts";
import { Assembly, type Label, labelOf, labelText, partsOf } from "./parcels.ts";

export type { NatsConnection };

/** What this relies on beyond the package's types; nats-transporter.e2e.test.ts pins it. */
interface Registry {
  nodes: {
    toArray(): { id: string; local: boolean; available: boolean }[];
    disconnected(nodeId: string, isUnexpected: boolean): void;
  };
}
interface Pending {
  nodeID: string;
  action: { name: string };
  reject(error: Error): void;
}
interface Transit {
  tx: unknown;
  pendingRequests: Map<string, Pending>;
  removePendingRequest(requestId: string): void;
  removePendingRequestByNodeID(nodeId: string): void;
  discoverer: { sendLocalNodeInfo(): unknown; discoverAllNodes(): unknown };
}
interface Meta {
  packet?: { type: string; target: string | null; payload: { id: string } };
}

const partHeader = "Slipway-Part";

function labelled(label: Label): { headers: MsgHdrs } {
  const given = emptyHeaders();
  given.set(partHeader, labelText(label));
  return { headers: given };
}

const probeEveryMs = 50;
/** A server that is away, or there and silent, keeps nobody who leaves: only what is told to others is lost. */
const leaveMsMax = 2_000;
const empty = new Uint8Array();
const abandoned = new Errors.MoleculerError("nobody waits for the answer any more");

/**
 * NATS with the truth about who listens: a request to a node that is gone comes back from the server
 * at once ("no responders"), and a connection that is lost ends what waits for answers over it.
 */
class TruthfulNats extends Transporters.NATS {
  readonly #undelivered = createInbox();
  readonly #assembly = new Assembly();
  #parcels = 0;
  #probes: NodeJS.Timeout | undefined;
  #requests: Subscription | undefined;
  #leaveBy: number | undefined;

  override init(...given: Parameters<Transporters.NATS["init"]>): void {
    super.init(...given);
    settleWhatIsRemoved(given[0] as unknown as Transit);
  }

  override async onConnected(wasReconnect?: boolean): Promise<void> {
    const client = this.client as NatsConnection;
    client.subscribe(`${this.#undelivered}.*.*`, {
      callback: (_, message) => this.#bounced(message),
    });
    client.subscribe(this.#whether(this.nodeID), { callback: () => undefined });
    this.#probes ??= setInterval(() => this.#probe(client), probeEveryMs).unref();
    void this.#follow(client);
    await super.onConnected(wasReconnect);
  }

  override send(topic: string, data: Buffer, meta?: Meta): Promise<void> {
    const client = this.client as NatsConnection | null;
    if (!client) return super.send(topic, data);
    if (meta?.packet?.type === "DISCONNECT") return this.#sendLast(client, topic, data);
    const bounce = this.#bounceOf(meta?.packet);
    const parts = partsOf(data);
    const parcel = `${this.nodeID}.${++this.#parcels}`;
    for (const [index, part] of parts.entries()) {
      const label = { parcel, index, count: parts.length };
      client.publish(topic, part, { ...bounce, ...(parts.length > 1 ? labelled(label) : {}) });
    }
    return Promise.resolve();
  }

  /**
   * Says goodbye once nothing is on its way here any more. Whoever has not heard that this node leaves
   * may have sent it a request: what the server has delivered is answered ("not available", so it is
   * repeated elsewhere), and what comes later bounces. A connection closed over either would leave its
   * sender with an unknown outcome.
   */
  async #sendLast(client: NatsConnection, topic: string, data: Buffer): Promise<void> {
    await this.#whileLeaving(this.#requests?.drain());
    // Answers are written a moment after what they answer was taken.
    await new Promise((resume) => setImmediate(resume));
    await this.#whileLeaving(client.flush());
    client.publish(topic, data);
  }

  /** Resolves when this is done, has failed, or the time to leave in is over: one for all that is waited for. */
  async #whileLeaving(work: Promise<void> | undefined): Promise<void> {
    this.#leaveBy ??= performance.now() + leaveMsMax;
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#leaveBy - performance.now());
    await Promise.race([work, isOver]).catch(() => undefined);
    clearTimeout(timer);
  }

  /** Only a request says where it bounces to. */
  #bounceOf(packet: Meta["packet"]): { reply?: string } {
    if (packet?.type !== "REQ" || packet.target === null) return {};
    return { reply: this.#bounceTo(packet.target, packet.payload.id) };
  }

  /** Every packet of this node's comes here, whole or in parts. */
  override subscribe(command: string, nodeId: string): Promise<void> {
    const client = this.client as NatsConnection;
    const subscription = client.subscribe(this.getTopicName(command, nodeId), {
      callback: (_, message) => {
        const label = message.headers?.get(partHeader);
        const data = label
          ? this.#assembly.add(labelOf(label), Buffer.from(message.data))
          : message.data;
        if (data) void this.receive(command, Buffer.from(data));
      },
    });
    if (command === "REQ" && nodeId === this.nodeID) this.#requests = subscription;
    return Promise.resolve();
  }

  /** A connection that is lost is only closed: what would be flushed waits for the next one. */
  override async disconnect(): Promise<void> {
    clearInterval(this.#probes);
    const client = this.client as NatsConnection | null;
    if (!client) return;
    if (this.connected) await this.#whileLeaving(client.flush());
    await client.close();
    this.client = null;
  }

  /** What was written to a connection that was about to break is lost without a word. */
  #probe(client: NatsConnection): void {
    if (!this.connected) return;
    const nodes = new Set([...this.#transit.pendingRequests.values()].map(({ nodeID }) => nodeID));
    for (const node of nodes)
      client.publish(this.#whether(node), empty, { reply: this.#bounceTo(node, "probe") });
  }

  #whether(node: string): string {
    return `${this.prefix}.THERE.${Buffer.from(node).toString("base64url")}`;
  }

  #bounceTo(node: string, requestId: string): string {
    return `${this.#undelivered}.${Buffer.from(node).toString("base64url")}.${requestId}`;
  }

  /** The request was never delivered, so it is safe to repeat; others to that node may have been. */
  #bounced({ headers, subject }: Msg): void {
    if (headers?.code !== 503) return;
    const [target = "", requestId = ""] = subject.split(".").slice(-2);
    const nodeID = Buffer.from(target, "base64url").toString();
    const { pendingRequests } = this.#transit;
    const pending = pendingRequests.get(requestId);
    pendingRequests.delete(requestId);
    const action = pending?.action.name ?? "";
    pending?.reject(new Errors.ServiceNotAvailableError({ action, nodeID }));
    this.#registry.nodes.disconnected(nodeID, true);
  }

  async #follow(client: NatsConnection): Promise<void> {
    for await (const { type } of client.status()) {
      if (type === "disconnect") this.#lost();
      if (type === "reconnect") this.#regained();
    }
  }

  /** What is sent from now on is refused at once; answers to what was sent before never come. */
  #lost(): void {
    this.connected = false;
    for (const { id, local } of this.#registry.nodes.toArray())
      if (!local) this.#transit.removePendingRequestByNodeID(id);
    this.broker.localBus.emit("$bus.changed");
  }

  /** Others may have been faster and have found nobody here. */
  #regained(): void {
    this.connected = true;
    this.#transit.discoverer.sendLocalNodeInfo();
    this.#transit.discoverer.discoverAllNodes();
    this.broker.localBus.emit("$bus.changed");
  }

  get #transit(): Transit {
    return this.transit as unknown as Transit;
  }

  get #registry(): Registry {
    return this.broker.registry;
  }
}

/** A request that timed out is only forgotten; whoever keeps a list of running ones keeps it for ever. */
function settleWhatIsRemoved(transit: Transit): void {
  const remove = transit.removePendingRequest.bind(transit);
  transit.removePendingRequest = (requestId) => {
    const pending = transit.pendingRequests.get(requestId);
    remove(requestId);
    // One that is answered is removed as well, and settled before this.
    queueMicrotask(() => pending?.reject(abandoned));
  };
}

/** @param url one or more of nats://user:password@host:port, separated by commas; tls:// encrypts. */
export function natsTransporter(url: string, name: string): Transporters.NATS {
  const urls = url.split(",").map((each) => new URL(each.trim()));
  const [{ username, password } = { username: "", password: "" }] = urls;
  const options: ConnectionOptions = {
    name,
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || "4222"}`),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(urls.some(({ protocol }) => protocol === "tls:") ? { tls: {} } : {}),
    pingInterval: 10_000,
    maxPingOut: 2,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    // For ever, whatever the reason: a server that is being set up refuses credentials as well.
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    ignoreAuthErrorAbort: true,
  };
  return new TruthfulNats(options);
}

/** Whether this process can reach the others; always true where there are none. */
export function isConnected(broker: ServiceBroker): boolean {
  const transporter = broker.transit?.tx as { connected: boolean } | undefined;
  return transporter?.connected ?? true;
}

/** Whether nodes meet over NATS, connected or not. */
export function isOverNats(broker: ServiceBroker): boolean {
  return broker.transit?.tx instanceof TruthfulNats;
}

/** The connection itself, for what must not depend on the bus's registry; undefined while there is none. */
export function natsOf(broker: ServiceBroker): NatsConnection | undefined {
  const transporter: unknown = broker.transit?.tx;
  if (!(transporter instanceof TruthfulNats)) return undefined;
  return (transporter.client as NatsConnection | null) ?? undefined;
}
