import { Errors, type ServiceBroker, Transporters } from "moleculer";
import {
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  type Subscription,
  headers as emptyHeaders,
} from "nats";
import "./abandoned-dials.ts";
import { connectionOptions } from "./connection-options.ts";
import { leaveMsMax, probeEveryMs } from "./constants.ts";
import { type Payload, isGenuine, noteSender } from "./sender.ts";
import { maySubscribe } from "./may-subscribe.ts";
import { PacketReader, type Label, fragmentsOf, labelOf, labelText } from "./fragments.ts";
import { type Subjects, heardSubject, roleOf, senderOfSubject, subjectsOf } from "./subjects.ts";

export type { Msg, NatsConnection };
export { fragmentBytesMax, leaveMsMax, probeEveryMs } from "./constants.ts";
export { senderOf } from "./sender.ts";
export * from "./subjects.ts";

/** Parts of Moleculer that this relies on beyond its types; nats-transporter.e2e.test.ts pins them. */
interface Registry {
  nodes: {
    toArray(): { id: string; local: boolean; available: boolean }[];
    disconnected(nodeId: string, isUnexpected: boolean): void;
  };
}
interface Pending {
  nodeID: string;
  action: { name: string };
  reject: (error: Error) => void;
}
interface Transit {
  tx: unknown;
  pendingRequests: Map<string, Pending>;
  removePendingRequest(requestId: string): void;
  removePendingRequestByNodeID(nodeId: string): void;
  discoverer: { sendLocalNodeInfo(): unknown; discoverAllNodes(): unknown };
  sendResponse(nodeId: string, id: string, meta: unknown, ...rest: unknown[]): unknown;
}
/** Missing in the package's types. */
interface Receiving {
  messageHandler(command: string, packet: unknown): void;
}
interface Packet {
  type: string;
  target?: string | null;
  payload: { id: string; action: string };
}
interface Meta {
  packet?: Packet;
}
/** The refusal of a subject, as the nats package reports it beyond its types. */
interface Refused {
  permissionContext?: { operation: string; subject: string };
}

const fragmentHeader = "Slipway-Fragment";

function labelled(label: Label): { headers: MsgHdrs } {
  const given = emptyHeaders();
  given.set(fragmentHeader, labelText(label));
  return { headers: given };
}

const empty = new Uint8Array();
const abandoned = new Errors.MoleculerError("nobody waits for the answer any more");

/**
 * NATS with the truth about which nodes listen. A request to a missing node comes back from the server at once
 * ("no responders"), and a connection that is lost ends what waits for answers over it.
 */
class TruthfulNats extends Transporters.NATS {
  readonly #reader = new PacketReader();
  #subjects!: Subjects;
  #packets = 0;
  #probes: NodeJS.Timeout | undefined;
  #requests: Subscription | undefined;
  #leaveBy: number | undefined;

  override init(...given: Parameters<Transporters.NATS["init"]>): void {
    super.init(...given);
    this.#subjects = subjectsOf(this.prefix, this.nodeID);
    settleWhatIsRemoved(given[0] as unknown as Transit);
    answerWithoutMeta(given[0] as unknown as Transit);
  }

  override async onConnected(wasReconnect?: boolean): Promise<void> {
    const client = this.client as NatsConnection;
    await this.#requireRole(client);
    client.subscribe(`${this.#subjects.back}.*.*`, {
      callback: (error, message) => {
        if (!error) this.#bounced(message);
      },
    });
    client.subscribe(this.#subjects.there(this.nodeID), { callback: () => undefined });
    void this.#follow(client);
    await super.onConnected(wasReconnect);
  }

  /** Throws where the user of this connection is another role's: the node would hear nobody, and nobody it. */
  async #requireRole(client: NatsConnection): Promise<void> {
    if (await maySubscribe(client, heardSubject(this.prefix, "REQ", this.nodeID))) return;
    await client.close();
    throw new Error(`the user of NATS_URL is not one of the role ${roleOf(this.nodeID)}`);
  }

  override send(topic: string, data: Buffer, meta?: Meta): Promise<void> {
    const client = this.client as NatsConnection | null;
    if (!client) return super.send(topic, data);
    const subject = meta?.packet ? this.#subjectFor(meta.packet) : topic;
    if (meta?.packet?.type === "REQ")
      this.#probes ??= setInterval(() => this.#probe(client), probeEveryMs).unref();
    if (meta?.packet?.type === "DISCONNECT") return this.#sendLast(client, subject, data);
    const bounce = this.#bounceOf(meta?.packet);
    const fragments = fragmentsOf(data);
    const packet = `${this.nodeID}.${++this.#packets}`;
    for (const [index, fragment] of fragments.entries()) {
      const label = { packet, index, count: fragments.length };
      client.publish(subject, fragment, {
        ...bounce,
        ...(fragments.length > 1 ? labelled(label) : {}),
      });
    }
    return Promise.resolve();
  }

  #subjectFor({ type, target, payload }: Packet): string {
    if (target === null || target === undefined) return this.#subjects.toAll(type);
    return type === "REQ"
      ? this.#subjects.call(payload.action, target)
      : this.#subjects.to(type, target);
  }

  /**
   * Says goodbye once nothing is on its way here any more. A caller that has not heard that this node leaves
   * may have sent it a request. What the server has delivered is answered ("not available", so it is
   * repeated elsewhere), and what comes later bounces. A connection closed over either would leave its
   * sender with an unknown outcome.
   */
  async #sendLast(client: NatsConnection, subject: string, data: Buffer): Promise<void> {
    if (this.#requests) await this.#whileLeaving(this.#requests.drain());
    // Answers are written a moment after what they answer was taken.
    await new Promise((resume) => setImmediate(resume));
    await this.#whileLeaving(client.flush());
    client.publish(subject, data);
  }

  /** Resolves when this is done, has failed, or the time to leave in is over: one for all that is waited for. */
  async #whileLeaving(work: Promise<unknown>): Promise<void> {
    this.#leaveBy ??= performance.now() + leaveMsMax;
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#leaveBy - performance.now());
    await Promise.race([work, isOver]).catch(() => undefined);
    clearTimeout(timer);
  }

  /** Only a request says where it bounces to. */
  #bounceOf(packet: Meta["packet"]): { reply?: string } {
    if (packet?.type !== "REQ" || !packet.target) return {};
    return { reply: this.#bounceTo(packet.target, packet.payload.id) };
  }

  /** Every packet of this node's comes here, whole or in fragments. */
  override subscribe(command: string, nodeId?: string): Promise<void> {
    const client = this.client as NatsConnection;
    const heard = client.subscribe(heardSubject(this.prefix, command, nodeId), {
      callback: (error, message) => {
        const data = error
          ? undefined
          : this.#wholePacket(message, senderOfSubject(message.subject));
        if (data) this.#arrived(command, message.subject, data);
      },
    });
    if (command === "REQ") this.#requests = heard;
    return Promise.resolve();
  }

  /** The whole packet, once its last fragment is here. No role adds to another role's packet. */
  #wholePacket({ headers, data }: Msg, role: string): Buffer | undefined {
    const text = headers?.get(fragmentHeader);
    if (!text) return Buffer.from(data);
    const label = labelOf(text);
    const whole = this.#reader.add(
      { ...label, packet: `${role} ${label.packet}` },
      Buffer.from(data),
    );
    return whole && Buffer.from(whole);
  }

  /** A packet on a subject that names its sender: one that lies is dropped. */
  #arrived(command: string, subject: string, data: Buffer): void {
    try {
      const packet = this.deserialize(command, data) as unknown as { payload: Payload };
      const { payload } = packet;
      const receiver = {
        nodeId: this.nodeID,
        asked: (requestId: string) => this.#transit.pendingRequests.get(requestId)?.nodeID,
      };
      if (!isGenuine(command, subject, payload, receiver)) {
        // A late answer is nobody's lie.
        if (command !== "RES") this.broker.localBus.emit("$bus.forged", { command, subject });
        return;
      }
      if (command === "REQ") noteSender(payload, subject);
      (this as unknown as Receiving).messageHandler(command, packet);
    } catch (error) {
      this.broker.localBus.emit("$bus.forged", { command, subject, error });
    }
  }

  /** A connection that is lost is only closed: what would be flushed waits for the next one. */
  override async disconnect(): Promise<void> {
    this.#endProbes();
    const client = this.client as NatsConnection | null;
    if (!client) return;
    if (this.connected) await this.#whileLeaving(client.flush());
    await client.close();
    this.client = null;
  }

  /** Asks whether the nodes with pending requests are there: a request written to a breaking connection is lost silently. */
  #probe(client: NatsConnection): void {
    const { pendingRequests } = this.#transit;
    if (pendingRequests.size === 0) return this.#endProbes();
    if (!this.connected) return;
    const nodes = new Set([...pendingRequests.values()].map(({ nodeID }) => nodeID));
    for (const node of nodes)
      client.publish(this.#subjects.there(node), empty, { reply: this.#bounceTo(node, "probe") });
  }

  #endProbes(): void {
    clearInterval(this.#probes);
    this.#probes = undefined;
  }

  #bounceTo(node: string, requestId: string): string {
    return `${this.#subjects.back}.${Buffer.from(node).toString("base64url")}.${requestId}`;
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
    for await (const status of client.status()) {
      const { type } = status;
      if (type === "disconnect") this.#lost();
      if (type === "reconnect") this.#regained();
      const { permissionContext } = status as Refused;
      if (permissionContext?.operation === "publish") this.#refused(permissionContext.subject);
    }
  }

  /** The server names the subject, not the request: all that wait for this action of this node were refused. */
  #refused(subject: string): void {
    this.broker.localBus.emit("$bus.refused", { subject });
    for (const [requestId, { nodeID, action, reject }] of this.#transit.pendingRequests) {
      if (this.#subjects.call(action.name, nodeID) !== subject) continue;
      this.#transit.pendingRequests.delete(requestId);
      reject(
        new Errors.MoleculerServerError(
          `NATS lets no node of ${this.nodeID}'s role call ${action.name}`,
          500,
          "FORBIDDEN_ON_BUS",
        ),
      );
    }
  }

  /** Refuses new requests at once and fails the pending ones, whose answers never come. */
  #lost(): void {
    this.connected = false;
    for (const { id, local } of this.#registry.nodes.toArray())
      if (!local) this.#transit.removePendingRequestByNodeID(id);
    this.broker.localBus.emit("$bus.changed");
  }

  /** Announces this node again: nodes that reconnected faster did not find it. */
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

/** A request that timed out is only forgotten; a list of running ones would keep it for ever. */
function settleWhatIsRemoved(transit: Transit): void {
  const remove = transit.removePendingRequest.bind(transit);
  transit.removePendingRequest = (requestId) => {
    const pending = transit.pendingRequests.get(requestId);
    remove(requestId);
    // An answered request is removed as well, but it is settled before this.
    queueMicrotask(() => pending?.reject(abandoned));
  };
}

/** An answer would say again who has called, with the proof of it: that is for nobody else to hear. */
function answerWithoutMeta(transit: Transit): void {
  const send = transit.sendResponse.bind(transit);
  transit.sendResponse = (nodeId, id, _meta, ...rest) => send(nodeId, id, {}, ...rest);
}

/** @param url one or more of nats://user:password@host:port, separated by commas; tls:// encrypts. */
export function natsTransporter(url: string, name: string): Transporters.NATS {
  return new TruthfulNats(connectionOptions(url, name));
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
