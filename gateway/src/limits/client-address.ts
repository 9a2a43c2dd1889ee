/** Where a client sends from, as limits count it and as logs and the audit log call it. */
import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";

/** The network of one client: its address or, of IPv6, its /64, because one client has a whole one. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = ip.toLowerCase().split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: zeros }, () => "0"), ...back];
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${network.join(":")}::/64`;
}

const digitsKept = 16;

/** Names of clients: the network or, with a key, its keyed hash, which tells them apart but not where they are. */
export function addressNames(hashKey: string | undefined): (ip: string) => string {
  if (hashKey === undefined) return networkOf;
  return (ip) => {
    const digest = createHmac("sha256", hashKey).update(networkOf(ip)).digest("base64url");
    return `adr_${digest.slice(0, digitsKept)}`;
  };
}
