/** Which connections beyond this machine carry their passwords and records in clear. */
import type { Settings } from "@slipway/broker";

/** One sentence that names the settings; undefined: none is in clear. Never with a password. */
export function unencryptedText({
  NATS_URL: nats = "",
  OPERATOR_NATS_URL: operator = "",
  MONGODB_URI: mongodb = "",
}: Settings): string | undefined {
  const names = [
    ...(isNatsInClear(nats) ? ["NATS_URL"] : []),
    ...(isNatsInClear(operator) ? ["OPERATOR_NATS_URL"] : []),
    ...(isMongodbInClear(mongodb) ? ["MONGODB_URI"] : []),
  ];
  if (names.length === 0) return undefined;
  return `${names.join(" and ")} reach beyond this machine without TLS, so the network can read passwords and bookings: use tls:// for NATS and tls=true for MongoDB (docs/deploy.md).`;
}

function isNatsInClear(urls: string): boolean {
  if (urls === "") return false;
  return urls.split(",").some((url) => {
    // The client of NATS takes a host without a scheme for nats://.
    const whole = url.includes("://") ? url.trim() : `nats://${url.trim()}`;
    const { protocol, hostname } = URL.parse(whole) ?? {};
    return protocol === "nats:" && !isLoopback(hostname ?? "");
  });
}

/** A name of mongodb+srv:// is reached by TLS unless the options end that. */
function isMongodbInClear(uri: string): boolean {
  const [, srv, hosts = "", options = ""] =
    /^mongodb(\+srv)?:\/\/(?:[^@/]*@)?([^/?]*)(?:\/[^?]*)?(?:\?(.*))?$/.exec(uri) ?? [];
  const given = new URLSearchParams(options);
  const tls = given.get("tls") ?? given.get("ssl") ?? String(srv !== undefined);
  return tls !== "true" && hosts.split(",").some((host) => !isLocal(host));
}

/** A socket's path is written with %2F. */
function isLocal(host: string): boolean {
  return host === "" || /%2f/i.test(host) || isLoopback(host.replace(/:\d+$/, ""));
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
}
