/** Which addresses a delivery may go to: public ones, and what the operator opens. */
import ipaddr from "ipaddr.js";

export type IsAllowed = (address: string) => boolean;

/** Public by their number, but not for the public: a cloud's own services, a discard prefix. */
const neverPublic = ["168.63.129.16/32"];
/** The only public range of IPv6. Other ranges have special meanings: this machine, a local network, an IPv4 address. */
const publicInIpv6 = ipaddr.parseCIDR("2000::/3");

/**
 * Networks are such as 10.0.0.0/8. An address that is no address is not allowed. One of IPv4 within
 * IPv6 is looked at as IPv6, of which no such form is public, unless the operator opens the IPv4 one.
 */
export function allowedAddresses(
  allowed: readonly string[],
  denied: readonly string[] = [],
): IsAllowed {
  const open = allowed.map(ipaddr.parseCIDR);
  const shut = [...neverPublic, ...denied].map(ipaddr.parseCIDR);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.parse(text);
    // The kernel takes ::ffff:10.1.2.3 for 10.1.2.3.
    if (isIn(ipaddr.process(text), open)) return true;
    if (isIn(address, shut) || isIn(ipaddr.process(text), shut)) return false;
    if (address.kind() === "ipv6" && !isIn(address, [publicInIpv6])) return false;
    return address.range() === "unicast";
  };
}

type Network = ReturnType<typeof ipaddr.parseCIDR>;

function isIn(address: ReturnType<typeof ipaddr.parse>, networks: readonly Network[]): boolean {
  return networks.some(([network, bits]) =>
    network.kind() === address.kind() ? address.match(network, bits) : false,
  );
}
