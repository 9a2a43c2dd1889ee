/** Processor time of a server by part, as V8's sampling profiler sees it, over its inspector. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { freePort } from "@slipway/dev/free-port";

export interface Profiler {
  /** The environment of the profiled process. */
  readonly env: Readonly<Record<string, string>>;
  start(): Promise<void>;
  /** Microseconds by part since the start, the largest first. */
  stop(): Promise<[part: string, us: number][]>;
}

interface Profile {
  readonly nodes: readonly { id: number; callFrame: { url: string; functionName: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Parts by what the address of their code has; the first that fits counts. */
const parts: readonly (readonly [part: string, code: RegExp])[] = [
  ["zod", /node_modules\/zod\//],
  ["driver", /node_modules\/(mongodb|mongoose|bson|kareem|mpath|mquery)\//],
  [
    "HTTP",
    /node_modules\/(express|router|body-parser|send|compression|undici)\/|node:(internal\/)?_?http/,
  ],
  ["bus", /node_modules\/(moleculer|eventemitter2|nats|@nats-io)/],
  ["other packages", /node_modules\//],
  ["sockets and streams", /node:(net|stream|buffer|internal\/(stream|buffer|net))/],
  ["Node", /^node:/],
];

export async function createProfiler(): Promise<Profiler> {
  const port = await freePort();
  let inspector: Awaited<ReturnType<typeof openInspector>> | undefined;
  return {
    env: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` },
    async start() {
      inspector = await openInspector(port);
      await inspector.send("Profiler.enable");
      await inspector.send("Profiler.setSamplingInterval", { interval: 500 });
      await inspector.send("Profiler.start");
    },
    async stop() {
      const stopped = await inspector?.send("Profiler.stop");
      // A process does not end while an inspector looks on.
      inspector?.close();
      return byPart((stopped as { profile: Profile }).profile);
    },
  };
}

async function openInspector(port: number) {
  const list = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const socket = new WebSocket(list[0].webSocketDebuggerUrl);
  await once(socket, "open");
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let sent = 0;
  return {
    send: (method: string, params: object = {}) =>
      new Promise<unknown>((resolve) => {
        waiting.set(++sent, resolve);
        socket.send(JSON.stringify({ id: sent, method, params }));
      }),
    close: () => socket.close(),
  };
}

function byPart({ nodes, samples, timeDeltas }: Profile): [string, number][] {
  const partOf = new Map(nodes.map(({ id, callFrame }) => [id, partOfCode(callFrame)]));
  const us = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const part = partOf.get(id) ?? "";
    us.set(part, (us.get(part) ?? 0) + (timeDeltas[index] ?? 0));
  }
  us.delete("(idle)");
  return [...us].toSorted(([, one], [, other]) => other - one);
}

function partOfCode({ url, functionName }: Profile["nodes"][number]["callFrame"]): string {
  if (url === "") return functionName.startsWith("(") ? functionName : "built in";
  const known = parts.find(([, code]) => code.test(url));
  if (known) return known[0];
  return /\/((packages|services)\/[^/]+|gateway|server)\//.exec(url)?.[1] ?? "other code";
}

/** Microseconds of the first thread of a process: of the embedded engine it is the listener's. */
export async function firstThreadUs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/schedstat`, "utf8").catch(() => "");
  return Number(stat.split(" ")[0] ?? Number.NaN) / 1_000;
}
