/**
 * Connections of abuse against one server, in a process of its own: what they cost the server is
 * measured, not what they cost the client beside them. Prints what they were answered, as JSON.
 */
import { once } from "node:events";
import { connect } from "node:net";

export interface AbuseOptions {
  url: string;
  key: string;
  /** Connections of each kind, all at once. */
  slowHeaders: number;
  slowBodies: number;
  largeBodies: number;
  deepJson: number;
  idle: number;
  ms: number;
}

export type Kind = "slowHeaders" | "slowBodies" | "largeBodies" | "deepJson" | "idle";
/** Per kind: times that a connection was opened, and what came back; "closed": nothing did. */
export type Outcome = Record<Kind, Record<string, number>>;

const largeBytes = 16_000_000;
const piece = Buffer.alloc(64 * 1024, " ");
const brackets = Buffer.alloc(64 * 1024, "[");
const dripMs = 250;
const reopenMs = 50;

/** Keeps every connection open, opening it again whenever the server has closed it. */
export async function abuse(options: AbuseOptions): Promise<Outcome> {
  const until = performance.now() + options.ms;
  const kinds: Kind[] = ["slowHeaders", "slowBodies", "largeBodies", "deepJson", "idle"];
  const outcome = Object.fromEntries(kinds.map((kind) => [kind, {}])) as Outcome;
  const ends = kinds.flatMap((kind) =>
    Array.from({ length: options[kind] }, async () => {
      while (performance.now() < until) {
        const answer = await visit(kind, options, until);
        outcome[kind][answer] = (outcome[kind][answer] ?? 0) + 1;
        await new Promise((resume) => setTimeout(resume, reopenMs));
      }
    }),
  );
  await Promise.all(ends);
  return outcome;
}

/** One connection from its opening to its end; the status of its answer. */
function visit(kind: Kind, { url, key }: AbuseOptions, until: number): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname });
  let said = "";
  const head = headOf(kind, key);
  if (head !== "") socket.write(head);
  const drip = setInterval(() => void (dripOf(kind) && socket.write(dripOf(kind))), dripMs);
  const bound = setTimeout(() => socket.destroy(), Math.max(0, until - performance.now()));
  if (kind === "largeBodies") void push(socket, piece);
  if (kind === "deepJson") void push(socket, brackets);
  socket.on("data", (bytes: Buffer) => (said += bytes.toString("latin1").slice(0, 100)));
  return new Promise((resolve) => {
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(drip);
      clearTimeout(bound);
      const status = /^HTTP\/1\.1 (\d+)/.exec(said)?.[1];
      resolve(status ?? (performance.now() >= until ? "open to the end" : "closed"));
    });
  });
}

const lengths = { slowBodies: 10_000, largeBodies: largeBytes, deepJson: 15_000_000 };

function headOf(kind: Kind, key: string): string {
  if (kind === "idle") return "";
  const begin = "POST /api/v1/suppliers HTTP/1.1\r\nHost: abuse\r\n";
  if (kind === "slowHeaders") return `${begin}X-Slow: `;
  return (
    `${begin}Authorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${lengths[kind]}\r\nConnection: close\r\n\r\n`
  );
}

function dripOf(kind: Kind): string {
  return kind === "slowHeaders" || kind === "slowBodies" ? "x" : "";
}

/** Pushes bytes as fast as they are taken, whatever has been answered. */
async function push(socket: ReturnType<typeof connect>, bytes: Buffer): Promise<void> {
  const closed = once(socket, "close").catch(() => undefined);
  for (let sent = 0; sent < largeBytes && !socket.destroyed; sent += bytes.length)
    if (!socket.write(bytes))
      await Promise.race([once(socket, "drain").catch(() => undefined), closed]);
}

const [text] = process.argv.slice(2);
if (import.meta.main && text !== undefined)
  console.log(JSON.stringify(await abuse(JSON.parse(text) as AbuseOptions)));
