import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Longer than any password that is accepted; more is not read into memory. */
const charactersMax = 4_096;

/** The password: from a pipe up to its end, without the final line break; from a terminal unseen. */
export async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) return askFor("Password, 12 characters or more: ");
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    text += chunk as string;
    if (text.length > charactersMax) break;
  }
  return text.replace(/\r?\n$/, "");
}

async function askFor(prompt: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  const given = new Promise<string>((resolve, reject) => {
    lines.once("close", () => reject(new Error("no password was given")));
    void lines.question("").then(resolve);
  });
  process.stderr.write(prompt);
  try {
    return await given;
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}
