import { request as httpRequest } from "node:http";
import { serverStart } from "./program-names.ts";
import { withSocketPath } from "./socket.ts";
import { type CommandAnswer, type CommandRequest, commandAnswer } from "./wire.ts";

/** Has the server that runs on this directory carry out a command; rejects with one sentence. */
export async function sendCommand(
  directory: string,
  command: CommandRequest,
): Promise<CommandAnswer> {
  let text: string;
  try {
    text = await exchange(directory, JSON.stringify(command));
  } catch (error) {
    throw new Error(sentenceFor((error as NodeJS.ErrnoException).code, directory, error), {
      cause: error,
    });
  }
  return commandAnswer.parse(JSON.parse(text));
}

function exchange(directory: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // The request connects at once; only its body is sent later.
    const request = withSocketPath(directory, (socketPath) =>
      httpRequest({ socketPath, path: "/", method: "POST" }),
    );
    request.on("error", reject);
    request.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("error", reject);
      response.on("end", () => resolve(text));
    });
    request.end(body);
  });
}

function sentenceFor(code: string | undefined, directory: string, error: unknown): string {
  if (code === "ENOENT" || code === "ECONNREFUSED" || code === "ENOTDIR")
    return `No Slipway server runs on ${directory}; start one with ${serverStart}, or set SLIPWAY_DATA_DIR to its directory.`;
  if (code === "EACCES" || code === "EPERM")
    return `This user may not command the Slipway server on ${directory}.`;
  if (code === "ECONNRESET" || code === "EPIPE")
    return "The server stopped before it answered; look whether the command was carried out before you repeat it.";
  return `The Slipway server on ${directory} cannot be reached: ${String(error)}`;
}
