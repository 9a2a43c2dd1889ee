import { Resolver, lookup as lookupBySystem } from "node:dns/promises";
import { type LookupFunction, isIP } from "node:net";
import { buildConnector } from "undici";
import { connectMs, resolveMs, resolveTriesMax } from "./constants.ts";
import type { IsAllowed } from "./address.ts";

interface GuardOptions {
  readonly isAllowed: IsAllowed;
  /** Name servers to ask for addresses; by default the system's. */
  readonly dnsServers?: readonly string[];
}

/** An address that deliveries may not go to. */
class BlockedAddress extends Error {
  readonly code = "BLOCKED_ADDRESS";

  constructor() {
    super("the address is not public");
  }
}

/**
 * Connects to allowed addresses alone. A host that is an address is checked as it is. A name is resolved once, and
 * refused if any of its addresses is not allowed. The connection goes to those very addresses, so a second answer
 * cannot lead elsewhere. The peer is checked once more when
 * it is connected. Certificates are checked against the name.
 */
export function guardedConnect({ isAllowed, dnsServers }: GuardOptions): buildConnector.connector {
  const resolve = resolverOf(dnsServers);

  async function lookup(hostname: string, all: boolean, callback: Found): Promise<void> {
    try {
      const addresses = await resolve(hostname);
      if (!addresses.every(({ address }) => isAllowed(address))) throw new BlockedAddress();
      const [first] = addresses;
      if (all) callback(null, addresses);
      else callback(null, first?.address ?? "", first?.family);
    } catch (error) {
      callback(error as Error, "");
    }
  }

  const connect = buildConnector({
    timeout: connectMs,
    allowH2: false,
    lookup: (hostname, options, callback) => void lookup(hostname, options.all === true, callback),
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) !== 0 && !isAllowed(host)) return callback(new BlockedAddress(), null);
    connect(options, (...outcome) => {
      const [error, socket] = outcome;
      // A failed connection has no socket at all, whatever its type says.
      if (error !== null || isAllowed(socket.remoteAddress ?? "")) return callback(...outcome);
      socket.destroy();
      callback(new BlockedAddress(), null);
    });
  };
}

type Found = Parameters<LookupFunction>[2];

interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

type Resolve = (hostname: string) => Promise<Address[]>;

/**
 * The system's own look-up holds one of the process's few threads for as long as it takes. A hostile name server
 * may make that long. So only names that no stranger's server answers for go there.
 */
function resolverOf(servers: readonly string[] | undefined): Resolve {
  const resolver = new Resolver({ timeout: resolveMs, tries: resolveTriesMax });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const name = hostname.replace(/\.$/, "");
    if (servers === undefined && isLocalName(name)) {
      const found = await lookupBySystem(name, { all: true });
      return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
    }
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(name),
      resolver.resolve6(name),
    ]);
    const found: Address[] = [
      ...valueOf(four).map((address) => ({ address, family: 4 as const })),
      ...valueOf(six).map((address) => ({ address, family: 6 as const })),
    ];
    if (found.length > 0) return found;
    throw Object.assign(new Error("the name has no address"), { code: "ENOTFOUND" });
  };
}

/** Names of the machine or its network: localhost, a service's bare name, what ends in .local or .internal. */
function isLocalName(name: string): boolean {
  return !name.includes(".") || /\.(localhost|local|internal)$/i.test(name);
}

function valueOf(settled: PromiseSettledResult<string[]>): string[] {
  return settled.status === "fulfilled" ? settled.value : [];
}
