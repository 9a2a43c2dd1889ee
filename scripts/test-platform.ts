/** The platform that the files of a run share (`@slipway/dev/testing-platform`), started when it is first asked for. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { endProcess, hasEnded } from "../dev/src/end-process.ts";
import { dropTestDatabases } from "../packages/store/src/testing.ts";

const program = fileURLToPath(new URL("../gateway/test/platform-process.ts", import.meta.url));
/** No such file: by its name, the platform's databases are named like those of a test. */
const testFile = fileURLToPath(new URL("../gateway/test/shared.int.test.ts", import.meta.url));

interface TestPlatformServer {
  /** A `GET` of it answers where the platform is. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function serveTestPlatform(): Promise<TestPlatformServer> {
  let platform: StartedPlatform | undefined;
  // Idle connections stay: a worker that was busy for seconds would send over one that is just being closed.
  const server = createServer({ keepAliveTimeout: 0 }, (_request, response) => {
    // After one has crashed, the next file that asks has another one started.
    if (!platform || hasEnded(platform.child)) platform = startPlatform();
    void platform.address.then(
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
      if (platform === undefined) return;
      const { child } = platform;
      await endProcess(child, () => child.disconnect());
      // The run's own engine is thrown away with all its databases.
      const { MONGODB_URI, SLIPWAY_TEST_MONGODB_URI: uri = "" } = process.env;
      if (MONGODB_URI !== undefined) await dropTestDatabases(uri, testFile);
    },
  };
}

interface StartedPlatform {
  readonly child: ChildProcess;
  /** Where its process says that it listens. */
  readonly address: Promise<unknown>;
}

function startPlatform(): StartedPlatform {
  const child = fork(program, [testFile], {
    execArgv: [],
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const listening = once(child, "message").then(([message]) => message as unknown);
  const ended = once(child, "exit").then(([code]) => {
    // So it ends when the run has let go of it.
    if (code === 0) return;
    process.stderr.write(`The platform of the tests has ended:\n${said}\n`);
    throw new Error("the platform of the tests has ended");
  });
  // The files that wait for the address get the error. A later one is only printed.
  ended.catch(() => undefined);
  return { child, address: Promise.race([listening, ended]) };
}
