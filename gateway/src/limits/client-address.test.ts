import { createHmac } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { addressNames, networkOf } from "./client-address.ts";

describe("the network of a client", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"],
    ["2001:0DB8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:0:7::", "2001:db8:0:0::/64"],
    ["1:2:3:4:5:6:7:8", "1:2:3:4::/64"],
    ["::1", "0:0:0:0::/64"],
    ["", ""],
  ])("of %s is %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe("the name of a client", () => {
  it("is its network where there is no key", () => {
    expect(addressNames(undefined)("2001:db8:1:2::1")).toBe("2001:db8:1:2::/64");
  });

  it("is a hash with a key: of the network, the same each time, another with another key", () => {
    const [name, other] = ["a key of the tests", "another key"].map(addressNames);
    const digest = createHmac("sha256", "a key of the tests").update("203.0.113.7");
    expect(name?.("203.0.113.7")).toBe(`adr_${digest.digest("base64url").slice(0, 16)}`);
    expect(name?.("2001:db8:1:2::1")).toBe(name?.("2001:db8:1:2::9"));
    expect(name?.("203.0.113.7")).not.toBe(name?.("203.0.113.8"));
    expect(name?.("203.0.113.7")).not.toBe(other?.("203.0.113.7"));
  });
});
