/** A server that speaks MongoDB's protocol and says what a test sets; it stores nothing. */
import { type AddressInfo, type Server, type Socket, createServer } from "node:net";
import mongoose from "mongoose";

const { BSON } = mongoose.mongo;

export type Command = Readonly<Record<string, unknown>>;

export interface PretendedMember {
  /** "127.0.0.1:port". */
  readonly address: string;
  /** The commands that came, but for those of the handshake and the heartbeats. */
  readonly commands: Command[];
  close(): Promise<void>;
}

const opcode = { reply: 1, query: 2004, message: 2013 } as const;
const headerBytes = 16;

/**
 * Starts one. `hello` is what it says of itself, asked at every heartbeat; `answer` replies to a
 * command, `undefined` breaks the connection instead.
 */
export async function pretendMember(
  hello: () => object,
  answer: (command: Command) => object | undefined,
): Promise<PretendedMember> {
  const commands: Command[] = [];
  const sockets = new Set<Socket>();
  const replyTo = (command: Command): object | undefined => {
    if ("hello" in command || "ismaster" in command || "isMaster" in command)
      return { ...bounds, ...hello(), ok: 1 };
    commands.push(command);
    return answer(command);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    speak(socket, replyTo);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, commands, close: () => closeAll(server, sockets) };
}

const bounds = {
  helloOk: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  minWireVersion: 0,
  maxWireVersion: 25,
};

function speak(socket: Socket, replyTo: (command: Command) => object | undefined): void {
  let received: Buffer = Buffer.alloc(0);
  socket.on("data", (bytes) => {
    received = Buffer.concat([received, bytes]);
    while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
      const message = received.subarray(0, received.readInt32LE(0));
      received = received.subarray(message.length);
      const reply = replyTo(commandOf(message));
      if (reply) socket.write(messageOf(message, BSON.serialize(reply)));
      else socket.destroy();
    }
  });
}

/** The command's document; of a handshake in the old form, what follows the collection's name. */
function commandOf(message: Buffer): Command {
  const isOld = message.readInt32LE(12) === opcode.query;
  const at = isOld
    ? message.indexOf(0, headerBytes + 4) + 1 + 8
    : headerBytes + 4 + bodyBytesBefore(message);
  return BSON.deserialize(message.subarray(at, at + message.readInt32LE(at)));
}

/** The body is the section of kind 0; the documents of a bulk may stand before it. */
function bodyBytesBefore(message: Buffer): number {
  const first = headerBytes + 4;
  let at = first;
  while (message[at] !== 0) at += 1 + message.readInt32LE(at + 1);
  return at + 1 - first;
}

function messageOf(request: Buffer, document: Uint8Array): Buffer {
  const isOld = request.readInt32LE(12) === opcode.query;
  const head = Buffer.alloc(headerBytes + (isOld ? 20 : 5));
  head.writeInt32LE(head.length + document.length, 0);
  head.writeInt32LE(request.readInt32LE(4), 8);
  head.writeInt32LE(isOld ? opcode.reply : opcode.message, 12);
  // In the old form the last number of the head counts the documents; in the new form the rest of the head is 0.
  if (isOld) head.writeInt32LE(1, headerBytes + 16);
  return Buffer.concat([head, document]);
}

async function closeAll(server: Server, sockets: Iterable<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of sockets) socket.destroy();
  await closed;
}
