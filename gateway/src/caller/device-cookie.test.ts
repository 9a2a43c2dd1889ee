import { describe, expect, it } from "@jest/globals";
import { deviceCookie, sentDevice } from "./device-cookie.ts";

const text = "0Ab.1800000000.mac_-~1Cd.1800000000.mac";

describe("the device cookie", () => {
  it("is kept to this host and to TLS, out of scripts and other sites", () => {
    const issued = { text, maxAgeSeconds: 60 };
    expect(deviceCookie(issued, true)).toBe(
      `__Host-slipway-device=${text}; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Strict`,
    );
    expect(deviceCookie(issued, false)).toBe(
      `slipway-device=${text}; Path=/; Max-Age=60; HttpOnly; SameSite=Strict`,
    );
  });

  it.each([
    ["none", "", false, null],
    ["one among others", `a=1; slipway-device=${text}; b=2`, false, text],
    ["that of TLS", `__Host-slipway-device=${text}`, true, text],
    ["over TLS one that a neighbour may have set", `slipway-device=${text}`, true, null],
    ["one with other characters", "slipway-device=a b", false, null],
    ["one that is too long", `slipway-device=${"a".repeat(1001)}`, false, null],
    ["an empty one", "slipway-device=", false, null],
  ])("is, of %s: %#", (_name, cookie, isSecure, expected) => {
    expect(sentDevice({ cookie }, isSecure)).toBe(expected);
  });
});
