import { InvalidSetting, type Settings, readSettings, settingText } from "@slipway/broker";
import { type GatewaySettings, limitsOf } from "@slipway/gateway";
import { dataDirectory } from "./directory-setting.ts";
import { readEnvironment } from "./read-environment.ts";
import { healthPortUnlessGiven } from "./server-settings.ts";
import { checkedSettings } from "./setting-table.ts";
import { showSettings } from "./show-settings.ts";
import { CannotStart } from "./cannot-start.ts";
import { telemetryOf } from "./telemetry-settings.ts";
import { unencryptedText } from "./unencrypted.ts";
import { unknownSettings, unknownText } from "./unknown-settings.ts";
import { serviceNames } from "../service-names.ts";

/** The settings of a process that is one of several nodes. */
export type NodeConfig = ReturnType<typeof nodeOf>;

/** The settings of `npm start`, from its environment. An empty variable counts as one that is not set. */
export type Config = ReturnType<typeof readConfig>;

export function gatewayConfigOf(config: Config): GatewaySettings {
  const { host, port, publicUrl, corsOrigins, hasDocs, securityContact } = config;
  const { addressHashKey, limits } = config;
  return { host, port, publicUrl, corsOrigins, hasDocs, securityContact, addressHashKey, limits };
}

/** Reads and checks the environment; throws one sentence about the first variable that is wrong. */
export function readConfig() {
  const settings = readEnvironment(process.env);
  const given = checked(settings);
  return {
    /** Absolute; made when absent. */
    directory: dataDirectory(process.env),
    port: given.PORT,
    host: given.HOST,
    mongodbUri: given.MONGODB_URI,
    /** Databases are named `<prefix>-<service>`. */
    databasePrefix: given.DATABASE_PREFIX,
    publicUrl: given.PUBLIC_URL,
    corsOrigins: given.CORS_ORIGINS,
    hasDocs: given.DOCS_PAGE === "true",
    securityContact: given.SECURITY_CONTACT,
    addressHashKey: given.ADDRESS_HASH_KEY,
    limits: given.limits,
    /** Between the end of readiness and the end of work, where no person waits for it. */
    drainMs: given.DRAIN_SECONDS * 1_000,
    logLevel: given.LOG_LEVEL,
    /** Prometheus finds the metrics there; undefined: nowhere. */
    metrics:
      given.METRICS_PORT === undefined
        ? undefined
        : { port: given.METRICS_PORT, host: given.METRICS_HOST },
    /** Undefined: nothing is traced, and no collector gets anything. */
    telemetry: telemetryOf(given),
    /** Undefined: everything runs in this process. */
    node: given.NATS_URL === undefined ? alone(settings) : nodeOf(given, given.NATS_URL),
    /** The whole environment: services take their own settings from it. */
    settings,
  };
}

function checked(settings: Settings) {
  try {
    const given = readSettings(checkedSettings, settings);
    return { ...given, limits: limitsOf(given) };
  } catch (error) {
    throw error instanceof InvalidSetting ? new CannotStart(error.message) : error;
  }
}

function alone(settings: Settings): undefined {
  if (settings["SERVICES"] === undefined) return;
  throw new CannotStart(
    "SERVICES names a part of the whole; the parts meet at NATS_URL: set it, too.",
  );
}

function nodeOf(given: ReturnType<typeof checked>, natsUrl: string) {
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
      `Every node that runs ${sealing} needs the same keys: set SECRETS_KEYS to ${settingText(checkedSettings.SECRETS_KEYS).must}, and keep them.`,
    );
  const hasGateway = given.SERVICES.includes("gateway");
  return {
    natsUrl,
    services,
    hasGateway,
    /** Its name in the logs of others; the machine's name unless given. */
    name: given.NODE_NAME,
    /** Undefined: nowhere but at the gateway's own port. */
    healthPort: given.HEALTH_PORT ?? (hasGateway ? undefined : healthPortUnlessGiven),
  };
}

/** Services that keep secrets of receivers. */
const sealers: ReadonlySet<string> = new Set(["webhooks", "sync"]);

/** Warnings about the environment: a sentence for each name that nothing reads, and for passwords in clear. */
export function warningsOfEnvironment(): string[] {
  return [...unknownSettings(process.env).map(unknownText), ...unencryptedInEnvironment()];
}

/** One sentence where NATS or MongoDB is reached in clear. */
export function unencryptedInEnvironment(): string[] {
  const text = unencryptedText(readEnvironment(process.env));
  return text === undefined ? [] : [text];
}

export function settingsOfEnvironment() {
  return showSettings(readEnvironment(process.env), process.env);
}

/** Where the command line finds the API: SLIPWAY_URL and SLIPWAY_KEY, else this machine's PORT and the directory's key. */
export function apiOfCommands(): { url: string; key: string | undefined; directory: string } {
  const given = readEnvironment(process.env);
  const url = given["SLIPWAY_URL"] ?? `http://127.0.0.1:${given["PORT"] ?? 3000}`;
  return { url, key: given["SLIPWAY_KEY"], directory: dataDirectory(process.env) };
}

export function namespaceOfCommands(): string {
  return checked(readEnvironment(process.env)).DATABASE_PREFIX;
}

/** The databases that `slipway migrate` is for. Throws one sentence where nothing says where they are. */
export function installationOfCommands() {
  const settings = readEnvironment(process.env);
  const { MONGODB_URI: mongodbUri, DATABASE_PREFIX: databasePrefix, SERVICES } = checked(settings);
  if (mongodbUri === undefined)
    throw new CannotStart(
      "Set MONGODB_URI: the database of `npm start` is migrated at each start.",
    );
  const services = serviceNames.filter((name) => SERVICES.includes(name));
  return { mongodbUri, databasePrefix, services, settings };
}

/**
 * Where the command line finds a cluster, and whose; undefined: it commands the server of a directory. Beside a service
 * whose own user may not command, OPERATOR_NATS_URL has the operator's.
 */
export function clusterOfCommands(): { natsUrl: string; namespace: string } | undefined {
  const given = checked(readEnvironment(process.env));
  const { DATABASE_PREFIX: namespace } = given;
  const natsUrl = given.OPERATOR_NATS_URL ?? given.NATS_URL;
  return natsUrl === undefined ? undefined : { natsUrl, namespace };
}
