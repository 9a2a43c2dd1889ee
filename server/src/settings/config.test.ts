import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clusterOfCommands, readConfig, settingsOfEnvironment } from "./config.ts";
import { dataDirectory } from "./directory-setting.ts";

const environment = process.env;
beforeEach(() => {
  process.env = {};
});
afterEach(() => {
  process.env = environment;
});

const provider = {
  id: "laguna",
  tenantId: "ten_1",
  name: "Laguna",
  issuer: "https://login.laguna.example",
  clientId: "slipway",
  clientSecret: "secret",
};

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
    expect(dataDirectory(process.env)).toBe(`${process.cwd()}/.slipway`);
  });

  it("is handed on to the services", () => {
    Object.assign(process.env, { PORT: "0", MONGODB_URI: "mongodb://db", AUDIT_KEEP_DAYS: "0" });
    Object.assign(process.env, { MONGODB_SOCKET_TIMEOUT_MS: "30000" });
    expect(readConfig()).toMatchObject({
      port: 0,
      mongodbUri: "mongodb://db",
      settings: { AUDIT_KEEP_DAYS: "0", MONGODB_SOCKET_TIMEOUT_MS: "30000" },
    });
  });

  it("names the origins whose pages may use the API: none unless it says so", () => {
    expect(readConfig().corsOrigins).toEqual([]);
    process.env["CORS_ORIGINS"] = "https://shop.example.com, http://localhost:5173,http://[::1]:80";
    expect(readConfig).toThrow(/^CORS_ORIGINS must be origins/);
    process.env["CORS_ORIGINS"] = "https://shop.example.com, http://localhost:5173,http://[::1]:81";
    expect(readConfig().corsOrigins).toEqual([
      "https://shop.example.com",
      "http://localhost:5173",
      "http://[::1]:81",
    ]);
  });

  it("names the limits of the gateway, which has defaults for those it does not name", () => {
    expect(readConfig().limits).toEqual({});
    Object.assign(process.env, {
      RATE_LIMIT_RPS: "250",
      HEADERS_TIMEOUT_MS: "5000",
      TRUSTED_PROXIES: "10.0.0.0/8, 192.168.1.1, 172.16.0.0/255.240.0.0, fd00::/8",
    });
    expect(readConfig().limits).toEqual({
      requestsPerSecond: 250,
      tenantRequestsPerSecond: 750,
      headersMs: 5_000,
      trustedProxies: "10.0.0.0/8, 192.168.1.1, 172.16.0.0/255.240.0.0, fd00::/8",
    });
  });

  it.each([
    [{ REQUEST_TIMEOUT_MS: "9999" }],
    [{ HEADERS_TIMEOUT_MS: "30001" }],
    [{ REQUEST_TIMEOUT_MS: "4000", HEADERS_TIMEOUT_MS: "4001" }],
  ])("is refused where %j leave a request less time than its headers", (given) => {
    // It stopped the start with a stack.
    const sentence = "REQUEST_TIMEOUT_MS must be at least HEADERS_TIMEOUT_MS (10000 unless set).";
    Object.assign(process.env, given);
    expect(readConfig).toThrow(sentence);
    expect(settingsOfEnvironment().wrong).toEqual([sentence]);
    Object.assign(process.env, { REQUEST_TIMEOUT_MS: "30001" });
    expect(readConfig().limits).toMatchObject({ requestMs: 30_001 });
  });

  it("turns every limit of rate off with the one of requests, unless it names another", () => {
    process.env["RATE_LIMIT_RPS"] = "0";
    const off = {
      requestsPerSecond: 0,
      tenantRequestsPerSecond: 0,
      readMibPerSecond: 0,
      failedLookupsPerMinute: 0,
      failedLoginsPerMinute: 0,
      calendarReadsPerMinute: 0,
      docsPerMinute: 0,
      consolePerMinute: 0,
    };
    expect(readConfig().limits).toEqual(off);
    process.env["FAILED_LOOKUPS_PER_MINUTE"] = "30";
    process.env["FAILED_LOGINS_PER_MINUTE"] = "20";
    process.env["CALENDAR_READS_PER_MINUTE"] = "9";
    process.env["DOCS_PER_MINUTE"] = "10";
    process.env["CONSOLE_PER_MINUTE"] = "50";
    process.env["RATE_LIMIT_TENANT_RPS"] = "40";
    process.env["READ_MIB_PER_SECOND"] = "2";
    const named = {
      tenantRequestsPerSecond: 40,
      readMibPerSecond: 2,
      failedLookupsPerMinute: 30,
      failedLoginsPerMinute: 20,
      calendarReadsPerMinute: 9,
      docsPerMinute: 10,
      consolePerMinute: 50,
    };
    expect(readConfig().limits).toEqual({ ...off, ...named });
  });

  it.each([
    ["https://book.example.com", "https://book.example.com"],
    // Left as written, it would fail the check for https, and addresses made of it would have two slashes.
    ["HTTPS://Book.Example.com/", "https://book.example.com"],
    ["http://10.0.0.1:8080/", "http://10.0.0.1:8080"],
  ])("takes the PUBLIC_URL %s as browsers write it", (given, origin) => {
    process.env["PUBLIC_URL"] = given;
    expect(readConfig().publicUrl).toBe(origin);
  });

  it.each([
    ["PORT", "65536"],
    ["RATE_LIMIT_RPS", "-1"],
    ["RATE_LIMIT_CONCURRENT", "none"],
    ["REQUEST_TIMEOUT_MS", "30 s"],
    ["TRUSTED_PROXIES", "all of them"],
    ["TRUSTED_PROXIES", "10.0.0.0/99"],
    ["TRUSTED_PROXIES", "300.1.1.1"],
    ["TRUSTED_PROXIES", "10.0.0.0/255.0.255.0"],
    ["TRUSTED_PROXIES", "10.0.0.0/0.0.0.0"],
    ["TRUSTED_PROXIES", "10.0.0.1, a.b"],
    ["PORT", "-1"],
    ["PORT", "http"],
    ["PORT", "99999999999999999999"],
    ["MONGODB_URI", "localhost:27017"],
    ["MONGODB_POOL_MAX", "many"],
    ["MONGODB_SELECTION_TIMEOUT_MS", "9000"],
    // No longer than a request: a slow majority would be taken for a lost answer.
    ["MONGODB_SOCKET_TIMEOUT_MS", "10000"],
    ["DATABASE_PREFIX", "a.b"],
    ["AUTH_PEPPER", "too short"],
    ["ADDRESS_HASH_KEY", "too short"],
    ["FAILED_LOGINS_PER_MINUTE", "few"],
    ["DOCS_PER_MINUTE", "-5"],
    ["AUDIT_KEEP_DAYS", "two years"],
    ["SECRETS_KEYS", "first:too-short"],
    ["OIDC_PROVIDERS", JSON.stringify([provider, { ...provider, clientId: "other" }])],
    ["WEBHOOK_ALLOW_CIDRS", "localhost"],
    ["WEBHOOK_REQUIRE_HTTPS", "sometimes"],
    ["QUOTA_API_KEYS", "0"],
    ["QUOTA_PHOTO_MIB", "unlimited"],
    ["SYNC_GATHER_SECONDS", "soon"],
    ["PUBLIC_URL", "book.example.com"],
    ["PUBLIC_URL", "https://book.example.com/below"],
    ["PUBLIC_URL", "https://book.example.com:port"],
    ["DOCS_PAGE", "no"],
    ["CORS_ORIGINS", "*"],
    ["CORS_ORIGINS", "null"],
    ["CORS_ORIGINS", "https://*.example.com"],
    ["CORS_ORIGINS", "https://shop.example.com/"],
    ["CORS_ORIGINS", "https://shop.example.com:443"],
    ["CORS_ORIGINS", "https://Shop.example.com"],
    ["CORS_ORIGINS", "https://shop.example.com,"],
    ["CORS_ORIGINS", "shop.example.com"],
    ["SECURITY_CONTACT", "security@example.com"],
    ["SECURITY_CONTACT", "http://example.com/report"],
    ["SECURITY_CONTACT", "mailto:a@example.com\nContact: mailto:b@example.com"],
    ["LOG_LEVEL", "loud"],
    ["NATS_URL", "localhost:4222"],
    ["NATS_URL", "nats://one:4222,two:4222"],
    ["NODE_NAME", "a.b"],
    ["HEALTH_PORT", "65536"],
    ["DRAIN_SECONDS", "5s"],
    ["METRICS_PORT", "70000"],
    ["METRICS_PORT", "1.5"],
    ["HOLD_SWEEP_SECONDS", "9"],
    ["CLAIM_CONFIRM_SECONDS", "soon"],
    ["CLAIM_SWEEP_SECONDS", "0.0"],
    ["LIST_MEMORY_MB", "-1"],
    ["WEBHOOK_DISABLE_HOURS", "x"],
  ])(
    "is refused with %s=%s in one sentence that names the variable and not the value",
    (name, value) => {
      process.env[name] = value;
      expect(readConfig).toThrow(new RegExp(`^${name} must be [^\n]+\\.$`));
      expect(readConfig).not.toThrow(value);
    },
  );
});

describe("the environment of a node", () => {
  const shared = {
    NATS_URL: "nats://bus:4222",
    MONGODB_URI: "mongodb://db",
    AUTH_PEPPER: "x".repeat(32),
    SECRETS_KEYS: `first:${Buffer.alloc(32).toString("base64")}`,
  };

  it("names everything unless it says what runs there", () => {
    Object.assign(process.env, shared);
    expect(readConfig().node).toMatchObject({
      natsUrl: "nats://bus:4222",
      services: [
        "auth",
        "catalog",
        "availability",
        "resources-capacity",
        "bookings",
        "webhooks",
        "sync",
        "audit",
      ],
      hasGateway: true,
      healthPort: undefined,
    });
    expect(readConfig().drainMs).toBe(5_000);
  });

  it("may name a gateway alone, which needs neither database nor pepper", () => {
    Object.assign(process.env, { NATS_URL: shared.NATS_URL, SERVICES: "gateway" });
    expect(readConfig().node).toMatchObject({ services: [], hasGateway: true });
  });

  it("has a port for its health where there is no gateway, and beside a gateway where it is given", () => {
    Object.assign(process.env, { ...shared, SERVICES: "bookings" });
    expect(readConfig().node).toMatchObject({ healthPort: 3001 });
    Object.assign(process.env, { SERVICES: "gateway", HEALTH_PORT: "3002" });
    expect(readConfig().node).toMatchObject({ healthPort: 3002 });
  });

  it.each([
    ["NATS_URL", { ...shared, NATS_URL: "", SERVICES: "bookings" }],
    ["MONGODB_URI", { ...shared, MONGODB_URI: "" }],
    ["AUTH_PEPPER", { ...shared, AUTH_PEPPER: "", SERVICES: "bookings, auth" }],
    ["SECRETS_KEYS", { ...shared, SECRETS_KEYS: "", SERVICES: "bookings, sync" }],
    ["SERVICES", { ...shared, SERVICES: "bookings,shipping" }],
  ])("is refused in one sentence that names %s", (name, environmentOf) => {
    Object.assign(process.env, environmentOf);
    expect(readConfig).toThrow(new RegExp(`\\b${name}\\b[^\n]*\\.$`));
  });

  it("gives the command line the address of the cluster, whatever else is missing", () => {
    Object.assign(process.env, { NATS_URL: shared.NATS_URL, DATABASE_PREFIX: "one" });
    expect(clusterOfCommands()).toEqual({ natsUrl: shared.NATS_URL, namespace: "one" });
  });
});
