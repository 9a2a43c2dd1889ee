import { once } from "node:events";
import { connect } from "node:net";

export interface VisitOptions {
  readonly url: string;
  /** Loopback address that the connection comes from. */
  readonly from?: string;
  /** The bytes that are sent at once: the head of a request, and its body if it has one. */
  readonly head: string;
  /** Sent every now and then. */
  readonly drip?: { readonly text: string; readonly everyMs: number };
  /** Sent as fast as the server takes it, so many bytes. */
  readonly flood?: { readonly piece: Buffer; readonly bytes: number };
  /** The answer is left unread. */
  readonly isDeaf?: boolean;
  /** Ends the connection after so long. */
  readonly leavesAfterMs?: number;
  readonly until: number;
}

/** One connection from its opening to its end; the status of its first answer, or what became of it. */
export async function visit(options: VisitOptions): Promise<string> {
  const { hostname, port } = new URL(options.url);
  const { from, head, drip, flood, isDeaf, until } = options;
  const socket = connect({
    port: Number(port),
    host: hostname,
    ...(from === undefined ? {} : { localAddress: from }),
  });
  let said = "";
  let end = "closed";
  const leave = (how: string): void => {
    end = how;
    socket.destroy();
  };
  const left = Math.max(0, until - performance.now());
  const lives = Math.min(left, options.leavesAfterMs ?? left);
  const timers = [setTimeout(() => leave(lives < left ? "left" : "open to the end"), lives)];
  if (drip) timers.push(setInterval(() => void socket.write(drip.text), drip.everyMs));
  socket.on("error", () => {});
  socket.on("data", (bytes: Buffer) => (said += said.length < 100 ? bytes.toString("latin1") : ""));
  if (isDeaf) socket.pause();
  socket.write(head);
  if (flood) void push(socket, flood);
  await new Promise((resolve) => socket.once("close", resolve));
  for (const timer of timers) clearTimeout(timer);
  return /^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? end;
}

/** Pushes bytes as fast as they are taken, whatever has been answered. */
async function push(
  socket: ReturnType<typeof connect>,
  { piece, bytes }: NonNullable<VisitOptions["flood"]>,
): Promise<void> {
  const closed = once(socket, "close").catch(() => undefined);
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += piece.length)
    if (!socket.write(piece))
      await Promise.race([once(socket, "drain").catch(() => undefined), closed]);
}

/** The head of a request with a key, or of one without. */
export function headOf(start: string, fields: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries({ Host: "abuse", ...fields }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${start} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** The head of a JSON body of so many bytes, on a connection of its own; without a key that of a stranger. */
export function bodyHead(start: string, key: string | undefined, length: number): string {
  return headOf(start, {
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    "Content-Type": "application/json",
    "Content-Length": length,
    Connection: "close",
  });
}

/** A whole request with a JSON body. */
export function postOf(start: string, key: string | undefined, body: object): string {
  const text = JSON.stringify(body);
  return bodyHead(start, key, Buffer.byteLength(text)) + text;
}
