import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { dataDirectory, readConfig } from "./config.ts";

const environment = process.env;
beforeEach(() => {
  process.env = {};
});
afterEach(() => {
  process.env = environment;
});

describe("the environment of npm start", () => {
  it("may be empty", () => {
    expect(readConfig()).toMatchObject({
      directory: `${process.cwd()}/.slipway`,
      port: 3000,
      host: "127.0.0.1",
      mongodbUri: undefined,
      databasePrefix: "slipway",
      logLevel: "info",
    });
  });

  it("counts an empty variable as one that is not set", () => {
    Object.assign(process.env, { PORT: "", MONGODB_URI: "", SLIPWAY_DATA_DIR: "" });
    expect(readConfig()).toMatchObject({ port: 3000, mongodbUri: undefined });
    expect(dataDirectory()).toBe(`${process.cwd()}/.slipway`);
  });

  it("is handed on to the services", () => {
    Object.assign(process.env, { PORT: "0", MONGODB_URI: "mongodb://db", AUDIT_KEEP_DAYS: "0" });
    expect(readConfig()).toMatchObject({
      port: 0,
      mongodbUri: "mongodb://db",
      settings: { AUDIT_KEEP_DAYS: "0" },
    });
  });

  it.each([
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "http"],
    ["PORT", "99999999999999999999"],
    ["MONGODB_URI", "localhost:27017"],
    ["DATABASE_PREFIX", "a.b"],
    ["AUTH_PEPPER", "too short"],
    ["AUDIT_KEEP_DAYS", "two years"],
    ["PUBLIC_URL", "book.example.com"],
    ["PUBLIC_URL", "https://book.example.com/below"],
    ["PUBLIC_URL", "https://book.example.com:port"],
    ["LOG_LEVEL", "loud"],
  ])(
    "is refused with %s=%s in one sentence that names the variable and not the value",
    (name, value) => {
      process.env[name] = value;
      expect(readConfig).toThrow(new RegExp(`^${name} must be [^\n]+\\.$`));
      expect(readConfig).not.toThrow(value);
    },
  );
});
