import { bodyRoomTickMs } from "../constants.ts";
import { type Holder, type Holding, type Shares, giveRoom } from "./body-shares.ts";
import { overloaded } from "./overload.ts";

/** Room in memory for large bodies, from their arrival to the end of their requests. */
interface BodyRoom {
  /**
   * A large body begins to come. Refuses with OVERLOADED where its tenant has too many of them.
   * @param bytesMax what it may become: its Content-Length, or the limit where it has none.
   */
  begin(tenantId: string, bytesMax: number): LargeBody;
}

export interface LargeBody {
  /**
   * Takes room for bytes that have arrived. Undefined: taken. Else the promise resolves once they are
   * taken, or rejects with OVERLOADED where there was no room for too long or until the end.
   */
  take(bytes: number): Promise<void> | undefined;
  /** The request is over: gives all back. Repeatable. */
  end(): void;
}

export interface BodyRoomOptions extends Shares {
  /** Large bodies of one tenant at a time, those that wait included. */
  readonly tenantBodiesMax: number;
  readonly waitMsMax: number;
  readonly clock?: () => number;
}

interface Waiting {
  readonly bytes: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Room is taken by what has arrived, never by what is announced. */
export function createBodyRoom(options: BodyRoomOptions): BodyRoom {
  const { tenantBodiesMax, clock = () => performance.now() } = options;
  const tenants = new Map<string, Holder>();
  const queue = createQueue(options, { tenants, clock, end });
  let begun = 0;

  function end(body: Holding): void {
    if (!body.tenant.bodies.delete(body)) return;
    body.tenant.taken -= body.taken;
    queue.leave(body);
  }

  function tenantOf(id: string): Holder {
    for (const [name, { bodies }] of tenants) if (bodies.size === 0) tenants.delete(name);
    const tenant = tenants.get(id) ?? { bodies: new Set(), taken: 0 };
    tenants.set(id, tenant);
    return tenant;
  }

  return {
    begin(tenantId, bytesMax) {
      const tenant = tenantOf(tenantId);
      if (tenant.bodies.size >= tenantBodiesMax) throw overloaded();
      const since = clock();
      const body: Holding = {
        tenant,
        order: begun++,
        bytesMax,
        taken: 0,
        since,
        waitingSince: null,
      };
      tenant.bodies.add(body);
      return { take: (bytes) => queue.take(body, bytes), end: () => end(body) };
    },
  };
}

interface Queue {
  take(body: Holding, bytes: number): Promise<void> | undefined;
  /** The body is over, and what it held is there for others. */
  leave(body: Holding): void;
}

interface Place {
  readonly tenants: ReadonlyMap<string, Holder>;
  readonly clock: () => number;
  readonly end: (body: Holding) => void;
}

/** Bodies that wait for room: unread, in their clients and the system's buffers. */
function createQueue(options: BodyRoomOptions, { tenants, clock, end }: Place): Queue {
  const waiting = new Map<Holding, Waiting>();
  let timer: NodeJS.Timeout | undefined;

  const granted = (body: Holding, bytes: number): boolean =>
    giveRoom(body, bytes, { tenants: tenants.values(), shares: options, now: clock() });

  function beginWaiting(): void {
    for (const [body, { bytes, resolve }] of waiting) {
      if (!granted(body, bytes)) continue;
      remove(body);
      resolve();
    }
  }

  /** Time gives room as well: that of bodies which have become slow. */
  function tick(): void {
    for (const body of waiting.keys())
      if (clock() - (body.waitingSince ?? 0) >= options.waitMsMax) end(body);
    beginWaiting();
  }

  function remove(body: Holding): void {
    waiting.delete(body);
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    take(body, bytes) {
      if (granted(body, bytes)) return undefined;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      body.waitingSince = clock();
      waiting.set(body, { bytes, resolve, reject });
      timer ??= setInterval(tick, bodyRoomTickMs).unref();
      return promise;
    },
    leave(body) {
      waiting.get(body)?.reject(overloaded());
      remove(body);
      beginWaiting();
    },
  };
}
