import { resolve } from "node:path";
import { deliveryDemands, deliverySettings } from "@slipway/delivery";
import type { Limits } from "@slipway/gateway";
import { z } from "zod";
import { databaseDemands, databaseSettings } from "./database-config.ts";
import { limitDemands, limitSettings, limitsOf } from "./limits-config.ts";
import { quotaDemands, quotaSettings } from "./quota-config.ts";
import { CannotStart } from "./start/cannot-start.ts";
import { type ServiceName, serviceNames } from "./service-names.ts";

/** What a process is told when it is one of several nodes. */
export interface NodeConfig {
  readonly natsUrl: string;
  readonly services: readonly ServiceName[];
  readonly hasGateway: boolean;
  /** What it is called in the logs of others; the machine's name unless given. */
  readonly name: string | undefined;
  /** Undefined: nowhere but at the gateway's own port. */
  readonly healthPort: number | undefined;
  /** Between the end of its readiness and the end of its work. */
  readonly drainMs: number;
}

/** What `npm start` is told by its environment. An empty variable counts as one that is not set. */
export interface Config {
  /** Absolute; made when absent. */
  readonly directory: string;
  /** 0: any free one. */
  readonly port: number;
  readonly host: string;
  readonly mongodbUri: string | undefined;
  /** Databases are named `<prefix>-<service>`. */
  readonly databasePrefix: string;
  /** Where clients find the gateway; undefined: each request tells. */
  readonly publicUrl: string | undefined;
  /** Origins whose pages may use the API with a key. */
  readonly corsOrigins: readonly string[];
  /** What logs and audit entries hash the addresses of clients with; undefined: they say them. */
  readonly addressHashKey: string | undefined;
  /** Of the gateway, where they are not its defaults. */
  readonly limits: Partial<Limits>;
  readonly logLevel: (typeof logLevels)[number];
  /** Undefined: everything runs in this process. */
  readonly node: NodeConfig | undefined;
  /** The whole environment: services take their own settings from it. */
  readonly settings: Readonly<Record<string, string | undefined>>;
}

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
const portMax = 65_535;
const healthPortUnlessGiven = 3001;

const port = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().max(portMax));
const parts = [...serviceNames, "gateway"] as const;

const natsUrls = z
  .string()
  .regex(/^((nats|tls):\/\/[^\s,]+)(,(nats|tls):\/\/[^\s,]+)*$/)
  .optional();

/** As a browser sends it. A wildcard would be a host that no page has. */
const originForm = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?$/;

function isOrigin(text: string): boolean {
  return URL.parse(text)?.origin === text;
}

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/./)
    .optional(),
  ...databaseSettings,
  DATABASE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/)
    .default("slipway"),
  AUTH_PEPPER: z.string().min(32).optional(),
  AUTH_PEPPER_NEXT: z.string().min(32).optional(),
  AUTH_PEPPER_OLD: z.string().min(32).optional(),
  AUDIT_KEEP_DAYS: z
    .string()
    .regex(/^\d{1,5}$/)
    .optional(),
  SYNC_GATHER_SECONDS: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,3})?$/)
    .refine((text) => Number(text) >= 0.05)
    .optional(),
  PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#]+\/?$/i)
    .refine((url) => URL.canParse(url))
    .optional(),
  CORS_ORIGINS: z
    .string()
    .transform((list) => list.split(",").map((origin) => origin.trim()))
    .pipe(z.array(z.string().regex(originForm).refine(isOrigin)))
    .default([]),
  ADDRESS_HASH_KEY: z.string().min(32).optional(),
  ...limitSettings,
  ...quotaSettings,
  ...deliverySettings,
  LOG_LEVEL: z.enum(logLevels).default("info"),
  NATS_URL: natsUrls,
  OPERATOR_NATS_URL: natsUrls,
  SERVICES: z
    .string()
    .transform((list) => list.split(",").map((name) => name.trim()))
    .pipe(z.array(z.enum(parts)))
    .default([...parts]),
  NODE_NAME: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,80}$/)
    .optional(),
  HEALTH_PORT: port.optional(),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .default(5),
});

const natsUrlDemand = "one or more of nats://host:port or tls://host:port, separated by commas";

const demands: Readonly<Record<string, string>> = {
  PORT: `a port's number, 0 to ${portMax} (0: any free one)`,
  MONGODB_URI: "a text that begins with mongodb:// or mongodb+srv://",
  ...databaseDemands,
  DATABASE_PREFIX: "1 to 40 letters, digits, hyphens or underscores",
  AUTH_PEPPER: "at least 32 random characters",
  AUTH_PEPPER_NEXT: "at least 32 random characters",
  AUTH_PEPPER_OLD: "at least 32 random characters",
  AUDIT_KEEP_DAYS: "a whole number of days, 0 for ever",
  SYNC_GATHER_SECONDS: "a number of seconds, at least 0.05",
  PUBLIC_URL: "where clients find it: http:// or https://, a host and, where it needs one, a port",
  CORS_ORIGINS:
    "origins as browsers send them, separated by commas: http:// or https://, a host in small letters and, where it is not the usual one, a port",
  ADDRESS_HASH_KEY: "at least 32 random characters",
  ...limitDemands,
  ...quotaDemands,
  ...deliveryDemands,
  LOG_LEVEL: `one of ${logLevels.join(", ")}`,
  NATS_URL: natsUrlDemand,
  OPERATOR_NATS_URL: natsUrlDemand,
  SERVICES: `some of ${parts.join(", ")}, separated by commas`,
  NODE_NAME: "1 to 80 letters, digits, hyphens or underscores",
  HEALTH_PORT: `a port's number, 0 to ${portMax} (0: any free one)`,
  DRAIN_SECONDS: "a whole number of seconds, at most 999",
};

/** Reads and checks the environment; throws one sentence about the first variable that is wrong. */
export function readConfig(): Config {
  const settings = givenSettings();
  const given = checked(settings);
  return {
    directory: dataDirectory(),
    port: given.PORT,
    host: given.HOST,
    mongodbUri: given.MONGODB_URI,
    databasePrefix: given.DATABASE_PREFIX,
    publicUrl: given.PUBLIC_URL,
    corsOrigins: given.CORS_ORIGINS,
    addressHashKey: given.ADDRESS_HASH_KEY,
    limits: limitsOf(given),
    logLevel: given.LOG_LEVEL,
    node: given.NATS_URL === undefined ? alone(settings) : nodeOf(given, given.NATS_URL),
    settings,
  };
}

function checked(settings: Config["settings"]): z.output<typeof environment> {
  const parsed = environment.safeParse(settings);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  throw new CannotStart(`${name} must be ${demands[name] ?? "set otherwise"}.`);
}

function alone(settings: Config["settings"]): undefined {
  if (settings["SERVICES"] === undefined) return;
  throw new CannotStart(
    "SERVICES names a part of the whole; the parts meet at NATS_URL: set it, too.",
  );
}

function nodeOf(given: z.output<typeof environment>, natsUrl: string): NodeConfig {
  const services = serviceNames.filter((name) => given.SERVICES.includes(name));
  if (services.length > 0 && given.MONGODB_URI === undefined)
    throw new CannotStart("Nodes that meet at NATS_URL share one MongoDB: set MONGODB_URI.");
  if (services.includes("auth") && given.AUTH_PEPPER === undefined)
    throw new CannotStart(
      "Every node that runs auth needs the same secret: set AUTH_PEPPER to at least 32 random characters, and keep them.",
    );
  const sealing = services.find((name) => sealers.has(name));
  if (sealing !== undefined && given.SECRETS_KEYS === undefined)
    throw new CannotStart(
      `Every node that runs ${sealing} needs the same keys: set SECRETS_KEYS to ${deliveryDemands.SECRETS_KEYS}, and keep them.`,
    );
  const hasGateway = given.SERVICES.includes("gateway");
  return {
    natsUrl,
    services,
    hasGateway,
    name: given.NODE_NAME,
    healthPort: given.HEALTH_PORT ?? (hasGateway ? undefined : healthPortUnlessGiven),
    drainMs: given.DRAIN_SECONDS * 1_000,
  };
}

/** Services that keep secrets of receivers. */
const sealers: ReadonlySet<string> = new Set(["webhooks", "sync"]);

/** Where a server keeps its data and the command line finds it: SLIPWAY_DATA_DIR, else `.slipway`. */
export function dataDirectory(): string {
  return resolve(givenSettings()["SLIPWAY_DATA_DIR"] ?? ".slipway");
}

/** Where the command line finds the API: SLIPWAY_URL and SLIPWAY_KEY, else this machine's PORT and the directory's key. */
export function apiOfCommands(): { url: string; key: string | undefined; directory: string } {
  const given = givenSettings();
  const url = given["SLIPWAY_URL"] ?? `http://127.0.0.1:${given["PORT"] ?? 3000}`;
  return { url, key: given["SLIPWAY_KEY"], directory: dataDirectory() };
}

/** The installation that the command line is for. */
export function namespaceOfCommands(): string {
  return checked(givenSettings()).DATABASE_PREFIX;
}

/**
 * Where the command line finds a cluster, and whose; undefined: it commands the server of a directory. Beside a service
 * whose own user may not command, OPERATOR_NATS_URL has the operator's.
 */
export function clusterOfCommands(): { natsUrl: string; namespace: string } | undefined {
  const given = checked(givenSettings());
  const { DATABASE_PREFIX: namespace } = given;
  const natsUrl = given.OPERATOR_NATS_URL ?? given.NATS_URL;
  return natsUrl === undefined ? undefined : { natsUrl, namespace };
}

function givenSettings(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
}
