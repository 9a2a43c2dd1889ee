/** One pretended member: a port that drivers connect to, which can crash and fall silent. */
import { once } from "node:events";
import { type AddressInfo, type Server, type Socket, createServer } from "node:net";
import { messageReader, replyMessage } from "../engine/wire-message.ts";
import { type Command, type Document, readCommand, withReplyFields } from "./command.ts";

/** The body of an answer, or what becomes of the connection instead. */
export type Answer = Buffer | "drop" | "silence";

export interface Member {
  /** host:port, the same for as long as it lives. */
  readonly address: string;
  /** Resets every connection and refuses new ones. */
  crash(): Promise<void>;
  /** Answers nothing and takes in nothing; connections stay, new ones are accepted. */
  fallSilent(): void;
  /** Serves again after either; open connections are cut. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Stands between a connection and the member: knows who is connected, and what this user may do. */
export interface Guard {
  /** Fields that the greeting of this connection has beside. */
  greeting(command: Command): Document;
  /** Its own answer or refusal; undefined: the member answers. */
  answer(command: Command): Buffer | undefined;
}

/** How a member is reached, instead of any port of this machine. */
export interface MemberListener {
  /** Its name for drivers, as host:port. */
  readonly address: string;
  readonly host: string;
  readonly port: number;
  createServer(onConnection: (socket: Socket) => void): Server;
  /** One for each connection. */
  guard(): Guard;
}

interface MemberOptions {
  readonly listener?: MemberListener | undefined;
  /** Makes the member's greeting; a driver that wants a stream of greetings gets one after another. */
  readonly greet: (command: Command) => Promise<Buffer>;
  readonly answer: (command: Command) => Promise<Answer>;
}

const greetings = new Set(["hello", "isMaster", "ismaster"]);
const moreToCome = 1 << 1;

export async function startMember(options: MemberOptions): Promise<Member> {
  const open = new Set<Socket>();
  let isSilent = false;
  const { listener } = options;
  const begin = (socket: Socket): void => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    serve(socket, options, () => isSilent);
  };
  const listen = async (port: number) => {
    const made = listener?.createServer(begin) ?? createServer({ noDelay: true }, begin);
    made.listen(port, listener?.host ?? "127.0.0.1");
    await once(made, "listening");
    return made;
  };
  let server = await listen(listener?.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const cutAll = (): void => open.forEach((socket) => socket.resetAndDestroy());
  const crash = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    cutAll();
    await closed;
  };
  return {
    address: listener?.address ?? `127.0.0.1:${port}`,
    crash,
    fallSilent: () => void (isSilent = true),
    async restart() {
      isSilent = false;
      cutAll();
      if (!server.listening) server = await listen(port);
    },
    close: crash,
  };
}

/** One connection: commands are answered in their order, as a driver sends them. */
function serve(socket: Socket, options: MemberOptions, isSilent: () => boolean): void {
  const { answer, listener } = options;
  const guard = listener?.guard();
  const read = messageReader();
  let queue = Promise.resolve();

  const send = (command: Command, body: Buffer, flags = 0): void => {
    if (socket.destroyed || isSilent()) return;
    const message = replyMessage(body, command.requestId, command.isLegacy);
    if (flags !== 0) message.writeUInt32LE(flags, 16);
    socket.write(message);
  };
  const greet = async (command: Command): Promise<Buffer> => {
    const greeting = await options.greet(command);
    return guard ? withReplyFields(greeting, guard.greeting(command)) : greeting;
  };
  const serveOne = async (message: Buffer): Promise<void> => {
    if (isSilent() || socket.destroyed) return;
    const command = readCommand(message);
    if (command === undefined) return void socket.destroy();
    const isGreeting = greetings.has(command.name);
    while (isGreeting && command.mayStream && !socket.destroyed)
      send(command, await greet(command), moreToCome);
    const answered = await (isGreeting
      ? greet(command)
      : (guard?.answer(command) ?? answer(command)));
    if (answered === "drop") socket.resetAndDestroy();
    else if (answered === "silence") await new Promise(() => undefined);
    else if (command.wantsReply) send(command, answered);
  };
  socket.on("data", (chunk) => {
    try {
      for (const message of read(chunk))
        queue = queue.then(() => serveOne(message)).catch(() => void socket.destroy());
    } catch {
      socket.destroy();
    }
  });
  socket.on("error", () => undefined);
}
