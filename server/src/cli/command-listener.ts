import { chmod, rm } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { ServiceBroker } from "@slipway/broker";
import { runCommand } from "./run-command.ts";
import { socketFile, withSocketPath } from "./socket.ts";
import { type CommandAnswer, commandRequest } from "./wire.ts";

const drainMs = 2_000;
const requestBytesMax = 64 * 1024;

/**
 * Takes the command line's commands on the socket in this directory, one HTTP request each. Who may
 * open the socket may do everything: it is its user's alone. Call it only while this process has
 * the directory locked, so that an old socket there is a dead server's.
 */
export async function listenForCommands(directory: string, broker: ServiceBroker) {
  const server = createServer((request, response) => void answer(broker, request, response));
  const path = socketFile(directory);
  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    withSocketPath(directory, (socketPath) => server.listen(socketPath, resolve));
  });
  await chmod(path, 0o600);
  return {
    /** Takes no more commands; those that run are answered, unless they take long (doctor). */
    async stop() {
      const bound = setTimeout(() => server.closeAllConnections(), drainMs);
      await new Promise((resolve) => server.close(resolve));
      clearTimeout(bound);
      await rm(path, { force: true });
    },
  };
}

async function answer(
  broker: ServiceBroker,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let said: CommandAnswer;
  try {
    said = await runCommand(broker, commandRequest.parse(JSON.parse(await textOf(request))));
  } catch (error) {
    said = { ok: false, sentence: `The server failed: ${String(error)}` };
  }
  response.setHeader("connection", "close");
  response.end(JSON.stringify(said));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk as string;
    if (text.length > requestBytesMax) throw new Error("the command is too long");
  }
  return text;
}
