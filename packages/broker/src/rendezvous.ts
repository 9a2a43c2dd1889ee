import { type Context, Strategies } from "moleculer";

interface Endpoint {
  id: string;
}

/**
 * Sends all calls of one key to one live replica. The highest hash of (replica, key) wins. So a replica that comes or
 * goes moves only its own share of the keys. Routing avoids contention and decides nothing: while replicas disagree,
 * the documents' revisions do.
 */
class Rendezvous extends Strategies.Base {
  private readonly key: string;

  constructor(registry: never, broker: never, options: { key?: string } = {}) {
    super(registry, broker, options);
    this.key = options.key ?? "id";
  }

  override select(list: Endpoint[], context: Context): never {
    const key = (context.params as Record<string, unknown>)[this.key];
    // A call that has no key contends with nobody: any replica serves it.
    if (typeof key !== "string") return list[Math.floor(Math.random() * list.length)] as never;
    let best = list[0];
    let bestWeight = -1;
    for (const endpoint of list) {
      const weight = hash(`${endpoint.id}|${key}`);
      if (weight > bestWeight) [best, bestWeight] = [endpoint, weight];
    }
    return best as never;
  }
}

/** FNV-1a with a final mix: spread is what matters, not secrecy. */
function hash(value: string): number {
  let h = 0x811c9dc5;
  for (let index = 0; index < value.length; index++)
    h = Math.imul(h ^ value.charCodeAt(index), 0x01000193);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

// By name, in every process: a class does not survive the registry's packets.
Strategies.register("Rendezvous", Rendezvous as never);
