import { once } from "node:events";
import { type Server, type Socket, connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

interface BalancerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Addresses of the gateways. */
  readonly targets: readonly URL[];
}

export interface Balancer {
  readonly url: string;
  /** Follows one more gateway, which gets connections once it is ready. */
  add(target: URL): void;
  /** Forgets a gateway that is gone. */
  remove(target: URL): void;
  /** Takes no more connections and cuts those that are open. */
  stop(): Promise<void>;
}

interface Endpoint {
  readonly hostname: string;
  readonly port: number;
  readonly readyUrl: URL;
  /** Ends the questions to the endpoint, once it is removed or the balancer stops. */
  readonly leaving: AbortController;
  isReady: boolean;
  /** Questions in a row without an answer in time. */
  silences: number;
}

const askEveryMs = 250;
const answerMsMax = 1_000;
/** As a probe's failureThreshold: a machine that is busy for a moment is not gone. */
const silencesMax = 3;

/**
 * A stand-in for a Kubernetes Service before gateways on one machine. A new connection goes, in turn, to the
 * gateways that were ready at the last check. It stays with its gateway, whatever happens to it.
 * It reads no request and repeats none: what a gateway closes is closed for its client.
 */
export async function startBalancer({ host, port, targets }: BalancerOptions): Promise<Balancer> {
  const endpoints = new Map<string, Endpoint>();
  const following = new Set<Promise<void>>();
  const add = (target: URL): Promise<void> => {
    const endpoint = endpointAt(target);
    endpoints.set(target.href, endpoint);
    const firstAnswer = ask(endpoint);
    const followed = firstAnswer.then(() => follow(endpoint));
    following.add(followed);
    void followed.then(() => following.delete(followed));
    return firstAnswer;
  };
  await Promise.all(targets.map(add));
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const ready = [...endpoints.values()].filter(({ isReady }) => isReady);
    const endpoint = ready[turn++ % ready.length];
    if (endpoint) join(client, endpoint, open);
    else client.resetAndDestroy();
  });
  const url = await listen(server, host, port);
  return {
    url,
    add: (target) => void add(target),
    remove(target) {
      endpoints.get(target.href)?.leaving.abort();
      endpoints.delete(target.href);
    },
    async stop() {
      for (const { leaving } of endpoints.values()) leaving.abort();
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await Promise.all([closed, ...following]);
    },
  };
}

function endpointAt(target: URL): Endpoint {
  const { hostname, port } = target;
  return {
    hostname,
    port: Number(port),
    readyUrl: new URL("/readyz", target),
    leaving: new AbortController(),
    isReady: false,
    silences: 0,
  };
}

async function follow(endpoint: Endpoint): Promise<void> {
  const { signal } = endpoint.leaving;
  while (!signal.aborted) {
    await pause(askEveryMs, undefined, { signal }).catch(() => undefined);
    await ask(endpoint);
  }
}

/** Asks the endpoint whether it is ready. An answer counts at once, and so does a refused connection. */
async function ask(endpoint: Endpoint): Promise<void> {
  const signal = AbortSignal.timeout(answerMsMax);
  try {
    const { ok } = await fetch(endpoint.readyUrl, { signal, headers: { connection: "close" } });
    endpoint.isReady = ok;
    endpoint.silences = 0;
  } catch {
    endpoint.silences = signal.aborted ? endpoint.silences + 1 : silencesMax;
    if (endpoint.silences >= silencesMax) endpoint.isReady = false;
  }
}

/** Passes bytes on both ways; the end of one side ends the other, and so does its breaking. */
function join(client: Socket, { hostname, port }: Endpoint, open: Set<Socket>): void {
  const gateway = connect({ host: hostname, port, allowHalfOpen: true, noDelay: true });
  for (const [from, to] of [
    [client, gateway],
    [gateway, client],
  ] as const) {
    open.add(from);
    from.on("error", () => to.resetAndDestroy());
    from.on("close", () => {
      open.delete(from);
      // Where one side is gone for good, the other has nobody to talk to.
      if (!from.readableEnded) to.destroy();
    });
    from.pipe(to);
  }
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  const at = typeof address === "object" && address !== null ? address.port : port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${at}`;
}
