/** A stranger's name server: answers names as the test sets it, over UDP. */
import { type RemoteInfo, createSocket } from "node:dgram";

export interface NameServer {
  /** For `dnsServers`. */
  readonly address: string;
  /** Names it was asked for, by type A or AAAA. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** @param addressesOf what a name has at its n-th look-up, from 0. */
export async function startNameServer(
  addressesOf: (name: string, nth: number) => readonly string[],
): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query: Buffer, from: RemoteInfo) => {
    const { name, end } = nameAt(query, 12);
    const type = query.readUInt16BE(end) === 28 ? "AAAA" : "A";
    const key = `${name} ${type}`;
    const nth = asked.filter((each) => each === key).length;
    asked.push(key);
    const found = addressesOf(name, nth).filter((each) => each.includes(":") === (type === "AAAA"));
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(found.length, 6);
    header.writeUInt32BE(0, 8);
    const question = query.subarray(12, end + 4);
    const answers = found.map((address) => recordOf(address));
    socket.send(Buffer.concat([header, question, ...answers]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const { port } = socket.address();
  return {
    address: `127.0.0.1:${port}`,
    asked,
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  };
}

function nameAt(query: Buffer, begin: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = begin;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** An address record for the name in the question, with a time to live of 0. */
function recordOf(address: string): Buffer {
  const bytes = address.includes(":")
    ? ipv6Bytes(address)
    : Buffer.from(address.split(".").map(Number));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(bytes.length === 16 ? 28 : 1, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

function ipv6Bytes(address: string): Buffer {
  const [left = "", right = ""] = address.split("::");
  const wordsOf = (text: string): number[] =>
    text === "" ? [] : text.split(":").map((word) => Number.parseInt(word, 16));
  const [begin, end] = [wordsOf(left), wordsOf(right)];
  const words = [...begin, ...Array<number>(8 - begin.length - end.length).fill(0), ...end];
  const bytes = Buffer.alloc(16);
  for (const [index, word] of words.entries()) bytes.writeUInt16BE(word, index * 2);
  return bytes;
}
