import { describe, expect, it } from "@jest/globals";
import { unknownSettings } from "./unknown-settings.ts";

describe("a name that nobody reads", () => {
  it.each([
    ["LOG_LEVL", "LOG_LEVEL"],
    ["MONGO_DB_URI", "MONGODB_URI"],
    ["mongodb_uri", "MONGODB_URI"],
    ["QUOTA-PHOTOS", "QUOTA_PHOTOS"],
    ["AUTH_PEPPER_FIL", "AUTH_PEPPER_FILE"],
    ["HOLDS_SWEEP_SECOND", "HOLD_SWEEP_SECONDS"],
    ["SLIPWAY_DATADIR", "SLIPWAY_DATA_DIR"],
    ["SLIPWAY_PORT", "PORT"],
    ["SLIPWAY_DATABASE_PREFIX", "DATABASE_PREFIX"],
    ["SLIPWAY_LOG", undefined],
  ])("%s is reported, and %s where that is near", (name, meant) => {
    expect(unknownSettings({ [name]: "x" })).toEqual([{ name, meant }]);
  });

  it.each([
    ["LOG_LEVEL", "info"],
    ["AUTH_PEPPER_FILE", "/run/secrets/pepper"],
    ["CLAIM_CONFIRM_SECONDS", "60"],
    ["HOME", "/root"],
    ["POST", "1"],
    ["HOSTNAME", "one"],
    ["PORT_FILE", "x"],
    ["SLIPWAY_PORT", "tcp://10.0.0.1:80"],
    ["SLIPWAY_GATEWAY_SERVICE_HOST", "10.0.0.1"],
    ["SLIPWAY_GATEWAY_PORT_3000_TCP_ADDR", "10.0.0.1"],
    ["SLIPWAY_TEST_RUN", "1"],
  ])("%s=%s is none", (name, value) => {
    expect(unknownSettings({ [name]: value })).toEqual([]);
  });
});
