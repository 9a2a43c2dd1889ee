/** Settings of a process, whatever runs in it. */
import { commaSeparated, setting, textLike, wholeNumber } from "@slipway/broker";
import { z } from "zod";
import { serviceNames } from "../service-names.ts";

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
const parts = [...serviceNames, "gateway"] as const;
const portMax = 65_535;
const drainSecondsMax = 999;
/** Where no gateway of the node has it. */
export const healthPortUnlessGiven = 3001;

const port = wholeNumber(0, portMax);
const aPort = `a port's number, 0 to ${portMax} (0: any free one)`;

const natsUrls = textLike(/^((nats|tls):\/\/[^\s,]+)(,(nats|tls):\/\/[^\s,]+)*$/);
const natsUrlsMust = "one or more of nats://host:port or tls://host:port, separated by commas";

/** As a browser sends it. A wildcard would be a host that no page has. */
const originForm = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?$/;

function isOrigin(text: string): boolean {
  return URL.parse(text)?.origin === text;
}

export const processSettings = {
  SLIPWAY_DATA_DIR: setting(z.string().default(".slipway"), {
    about: "the data directory of a server; a node of a cluster has none",
    must: "the path of a directory",
  }),
  HOST: setting(z.string().default("127.0.0.1"), {
    about: "the address at which the process listens",
    must: "an address of this machine",
  }),
  MONGODB_URI: setting(textLike(/^mongodb(\+srv)?:\/\/./).optional(), {
    about: "the MongoDB to use; every node of a cluster but one of gateways alone needs it",
    must: "a text that begins with mongodb:// or mongodb+srv://",
    unlessSet: "`npm start` opens one of its own",
    isSecret: true,
  }),
  DATABASE_PREFIX: setting(textLike(/^[A-Za-z0-9_-]{1,40}$/).default("slipway"), {
    about:
      "databases are named `<prefix>-<service>`; nodes with the same prefix are one installation",
    must: "1 to 40 letters, digits, hyphens or underscores",
  }),
  LOG_LEVEL: setting(z.enum(logLevels).default("info"), {
    about: "what the log has: lines of this level and of those after it",
    must: `one of ${logLevels.join(", ")}`,
  }),
  DRAIN_SECONDS: setting(wholeNumber(0, drainSecondsMax).default(5), {
    about:
      "seconds from the end of readiness to the end of work, while answers end their connections; `npm start` does not wait",
    must: `a whole number of seconds, at most ${drainSecondsMax}`,
  }),
  METRICS_PORT: setting(port.optional(), {
    about: "where Prometheus finds the metrics (docs/operations.md); 0: any free port",
    must: aPort,
    unlessSet: "no metrics",
  }),
  METRICS_HOST: setting(z.string().default("127.0.0.1"), {
    about: "the address at which the metrics are",
    must: "an address of this machine",
  }),
};

export const nodeSettings = {
  NATS_URL: setting(natsUrls.optional(), {
    about:
      "where nodes meet: nats://user:password@host:port or tls://, several by commas; set, the process is a node",
    must: natsUrlsMust,
    unlessSet: "everything runs in one process",
    isSecret: true,
  }),
  OPERATOR_NATS_URL: setting(natsUrls.optional(), {
    about: "the same for the command line beside a service whose own user may not give commands",
    must: natsUrlsMust,
    unlessSet: "NATS_URL",
    isSecret: true,
  }),
  SERVICES: setting(commaSeparated(z.enum(parts)).default([...parts]), {
    about: "what the node runs",
    must: `some of ${parts.join(", ")}, separated by commas`,
  }),
  NODE_NAME: setting(textLike(/^[A-Za-z0-9_-]{1,80}$/).optional(), {
    about: "the node's name in the logs of others, such as the pod's name",
    must: "1 to 80 letters, digits, hyphens or underscores",
    unlessSet: "the machine's name",
  }),
  HEALTH_PORT: setting(port.optional(), {
    about:
      "where `/livez`, `/readyz` and `/startupz` are; a gateway has them at PORT, and here as well where it is set",
    must: aPort,
    unlessSet: String(healthPortUnlessGiven),
  }),
};

export const gatewaySettings = {
  PORT: setting(port.default(3000), { about: "where the gateway listens", must: aPort }),
  PUBLIC_URL: setting(
    textLike(/^https?:\/\/[^\s/?#]+\/?$/i)
      .refine((url) => URL.canParse(url))
      // As browsers write it: in small letters, and without the slash.
      .transform((url) => new URL(url).origin)
      .optional(),
    {
      about:
        "the public origin of the gateway, such as https://book.example.com: it decides the session cookie and our own origin",
      must: "where clients find it: http:// or https://, a host and, where it needs one, a port",
      unlessSet: "each request's Host",
    },
  ),
  CORS_ORIGINS: setting(commaSeparated(textLike(originForm).refine(isOrigin)).default([]), {
    about:
      "origins whose pages may use the API with a key, separated by commas, such as https://shop.example.com (docs/security.md)",
    must: "origins as browsers send them, separated by commas: http:// or https://, a host in small letters and, where it is not the usual one, a port",
    unlessSet: "none",
  }),
  DOCS_PAGE: setting(z.enum(["true", "false"]).default("true"), {
    about:
      "whether the gateway serves its reference page at `/docs`; `openapi.json` is there anyway",
    must: "true or false",
  }),
  SECURITY_CONTACT: setting(
    textLike(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/).optional(),
    {
      about:
        "where the finder of a weakness reaches you, such as mailto:security@example.com: `/.well-known/security.txt` says it (SECURITY.md)",
      must: "a URI that begins with mailto:, https:// or tel:",
      unlessSet: "there is no security.txt",
    },
  ),
  ADDRESS_HASH_KEY: setting(z.string().min(32).optional(), {
    about:
      "the same on every gateway: logs and audit entries then have a keyed hash of a client's address instead of the address",
    must: "at least 32 random characters",
    unlessSet: "addresses are shown",
    isSecret: true,
  }),
};

/** Settings of the command line alone. */
export const commandSettings = {
  SLIPWAY_URL: setting(z.string().optional(), {
    about: "where `calendar` and `smoke` find the API",
    must: "a URL",
    unlessSet: "this machine's PORT",
  }),
  SLIPWAY_KEY: setting(z.string().optional(), {
    about: "the API key of `calendar` and `smoke`",
    must: "an API key",
    unlessSet: "that of the data directory",
    isSecret: true,
  }),
};
