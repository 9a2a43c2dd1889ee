/** Which functions of ours a request enters before its answer, by the precise coverage of V8. */
import assert from "node:assert";
import { request as httpRequest } from "node:http";
import { Session } from "node:inspector";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";

/** A request as it goes over HTTP. */
export interface Sending {
  /** A method and a path. */
  readonly head: string;
  readonly key: string;
  readonly body?: object;
}

/** A function of a file, with the place at which it begins there. */
export interface Entered {
  readonly file: string;
  readonly name: string;
  readonly offset: number;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const product = /^(gateway|server|packages\/[^/]+|services\/[^/]+)\/src\//;
/** A timer beside one request is missing in another: so many in a row must agree. */
const agreeing = 5;
/** Leases of caches last longer: what has been warmed later is warm. */
const warmMs = 900;
/** On a machine that is busier than that, a few attempts are left out, and then what is measured counts. */
const coldMax = 6;

export interface Way {
  /** A new one for each time it is measured. */
  readonly sending: () => Promise<Sending>;
  /** Reads that use the caches which it uses. */
  readonly warming: () => readonly Sending[];
}

/**
 * The functions that each of several such requests enters, of a process whose caches are warm. So what a timer does
 * beside one of them does not count. `settle` waits until nothing is done for an earlier one.
 */
export async function measureWay(
  url: string,
  { sending, warming }: Way,
  settle: () => Promise<void>,
): Promise<readonly Entered[]> {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  try {
    await answered(url, await sending(), () => undefined);
    let common: Map<string, Entered> | undefined;
    for (let agreed = 0, cold = 0; agreed < agreeing; ) {
      const next = await sending();
      await settle();
      const warmedAt = performance.now();
      await Promise.all(warming().map((each) => answered(url, each, () => undefined)));
      take(session);
      const entered = await answered(url, next, () => take(session));
      if (performance.now() - warmedAt > warmMs && cold++ < coldMax) continue;
      const before: Map<string, Entered> = common ?? entered;
      common = new Map([...before].filter(([key]) => entered.has(key)));
      agreed = common.size === before.size ? agreed + 1 : 0;
    }
    return [...(common?.values() ?? [])];
  } finally {
    session.post("Profiler.stopPreciseCoverage");
    session.disconnect();
  }
}

/** Sends it, and looks as soon as the head of its answer has come. */
function answered<Seen>(
  url: string,
  { head, key, body }: Sending,
  look: () => Seen,
): Promise<Seen> {
  const [method = "", path = ""] = head.split(" ");
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(sent === undefined
      ? {}
      : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(sent) }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<Seen>();
  const request = httpRequest(`${url}${path}`, { method, headers }, (response) => {
    const seen = look();
    void text(response).then((answer) => {
      if ((response.statusCode ?? 500) < 300) resolve(seen);
      else reject(new assert.AssertionError({ message: `${head}: ${answer}` }));
    }, reject);
  });
  request.on("error", reject);
  request.end(sent);
  return promise;
}

/** The functions of the product that were entered since the last time. */
function take(session: Session): Map<string, Entered> {
  const entered = new Map<string, Entered>();
  session.post("Profiler.takePreciseCoverage", (error, taken) => {
    assert.ifError(error);
    for (const { url, functions } of taken.result) {
      const file = url.startsWith("file:") ? relative(root, fileURLToPath(url)) : "";
      if (!product.test(file)) continue;
      for (const { functionName, ranges } of functions) {
        const [{ startOffset: offset, count } = { startOffset: 0, count: 0 }] = ranges;
        if (count > 0) entered.set(`${file}:${offset}`, { file, name: functionName, offset });
      }
    }
  });
  return entered;
}
