/** The platforms of a run's Jest workers (`@slipway/dev/testing-worker`), each started when it is first asked for. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { dropTestDatabases } from "../packages/store/src/testing.ts";

const program = fileURLToPath(new URL("../gateway/test/platform-process.ts", import.meta.url));

export interface TestPlatforms {
  /** Where `GET /<worker>` answers where that worker's platform is. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function serveTestPlatforms(): Promise<TestPlatforms> {
  const children: ChildProcess[] = [];
  const started = new Map<string, Promise<unknown>>();
  // Idle connections stay: a worker that was busy for seconds would send over one that is just being closed.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const worker = (request.url ?? "").slice(1);
    const starting = started.get(worker) ?? start(worker, children);
    started.set(worker, starting);
    void starting.then(
      (answer) => response.end(JSON.stringify({ answer })),
      (error: unknown) => response.end(JSON.stringify({ error: { message: String(error) } })),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await Promise.all(children.map(end));
      // The run's own engine is thrown away with all its databases.
      const { MONGODB_URI, SLIPWAY_TEST_MONGODB_URI: uri = "" } = process.env;
      if (MONGODB_URI === undefined) return;
      for (const worker of started.keys()) await dropTestDatabases(uri, testFileOf(worker));
    },
  };
}

/** No such file: by its name, the platform's databases are named like those of a test. */
function testFileOf(worker: string): string {
  return fileURLToPath(new URL(`../gateway/test/worker-${worker}.int.test.ts`, import.meta.url));
}

/** Resolves with what its process tells of where it listens. */
async function start(worker: string, children: ChildProcess[]): Promise<unknown> {
  const child = fork(program, [testFileOf(worker)], {
    execArgv: [],
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  children.push(child);
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const told = once(child, "message").then(([message]) => message as unknown);
  const ended = once(child, "exit").then(() => {
    throw new Error(`the platform of worker ${worker} has ended:\n${said}`);
  });
  return Promise.race([told, ended]);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.disconnect();
  await ended;
}
