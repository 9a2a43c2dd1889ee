import { isIP } from "node:net";
import { InvalidSetting, setting, wholeNumber } from "@slipway/broker";
import { z } from "zod";

const countMax = 1_000_000;
const timeMsMax = 3_600_000;
/** A number of proxies, or addresses and networks with commas between. */
function namesProxies(text: string): boolean {
  return /^\d{1,2}$/.test(text) || text.split(",").every((part) => isNetwork(part.trim()));
}

/** An address, alone or with the length of its prefix or its netmask. */
function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (version === 4 && isIP(prefix) === 4) return isNetmask(prefix);
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

function isNetmask(address: string): boolean {
  const bits = address.split(".").map((part) => Number(part).toString(2).padStart(8, "0"));
  return /^1+0*$/.test(bits.join(""));
}

const ofForm =
  <Value extends number | string>(form: z.ZodType<Value, string>, must: string) =>
  <Name extends string>(name: Name, unlessSet: Value, about: string) => ({
    setting: name,
    unlessSet,
    schema: setting(form.optional(), { about, must, unlessSet: String(unlessSet) || "none" }),
  });
const count = ofForm(wholeNumber(0, countMax), `a whole number, at most ${countMax} (0: no limit)`);
const positive = ofForm(wholeNumber(1, countMax), `a whole number, 1 to ${countMax}`);
const time = ofForm(wholeNumber(100, timeMsMax), `milliseconds, 100 to ${timeMsMax}`);
const proxies = ofForm(
  z.string().refine(namesProxies),
  "a number of proxies, or addresses and networks separated by commas",
);

/**
 * Limits that one gateway sets its clients: each with its setting, its default and its line in docs/settings.md. A
 * credential may have as many requests running as it may send at once, half of all that the gateway works on. A
 * tenant may send as many as three credentials. Idle connections outlive the 60 s of common balancers.
 */
const limitTable = {
  requestsPerSecond: count(
    "RATE_LIMIT_RPS",
    100,
    "requests a second of one credential, twice that at once; 0 turns all limits of rate off",
  ),
  concurrentMax: positive(
    "RATE_LIMIT_CONCURRENT",
    200,
    "requests of one credential at the same time",
  ),
  tenantRequestsPerSecond: count(
    "RATE_LIMIT_TENANT_RPS",
    300,
    "requests a second of one tenant, all its credentials together; unless set, three times `RATE_LIMIT_RPS`. 0: no limit",
  ),
  tenantConcurrentMax: positive(
    "RATE_LIMIT_TENANT_CONCURRENT",
    400,
    "requests of one tenant at the same time; unless set, twice `RATE_LIMIT_CONCURRENT`",
  ),
  readMibPerSecond: count(
    "READ_MIB_PER_SECOND",
    4,
    "MiB of answers to reads of one tenant a second; 0: no limit",
  ),
  readMibHeld: positive(
    "READ_MIB_HELD",
    16,
    "MiB of memory that answers to reads of one tenant take",
  ),
  readBytesPerSecondMin: positive(
    "READ_BYTES_PER_SECOND_MIN",
    4_096,
    "bytes a second of an answer; a client that takes less is cut off",
  ),
  failedLookupsPerMinute: count(
    "FAILED_LOOKUPS_PER_MINUTE",
    300,
    "look-ups per address that find no credential; 0: no limit",
  ),
  failedLoginsPerMinute: count(
    "FAILED_LOGINS_PER_MINUTE",
    60,
    "failed log-ins and set-ups of users per address; then only known devices may try. 0: no limit",
  ),
  calendarReadsPerMinute: count(
    "CALENDAR_READS_PER_MINUTE",
    20,
    "looks of calendars at one feed; six times as many for all feeds of a tenant. 0: no limit",
  ),
  eventStreamsMax: positive("EVENT_STREAMS_MAX", 200, "open streams of `GET /events`"),
  tenantEventStreamsMax: positive(
    "EVENT_STREAMS_TENANT_MAX",
    20,
    "open streams of `GET /events` of one tenant",
  ),
  docsPerMinute: count(
    "DOCS_PER_MINUTE",
    120,
    "answers of `/docs` and `openapi.json` per address, and as many below `/log-in`; 0: no limit",
  ),
  consolePerMinute: count(
    "CONSOLE_PER_MINUTE",
    3_000,
    "answers of `/console` and its files per address; 0: no limit",
  ),
  trustedProxies: proxies(
    "TRUSTED_PROXIES",
    "",
    "proxies whose X-Forwarded-For counts: their number, or their addresses and networks",
  ),
  inFlightMax: positive("IN_FLIGHT_MAX", 400, "requests in progress at the same time"),
  loopDelayMsMax: count(
    "LOOP_DELAY_MS_MAX",
    300,
    "median delay of the event loop, in ms, from which requests are refused; 0: not watched",
  ),
  connectionsMax: positive("CONNECTIONS_MAX", 5_000, "open connections"),
  headersMs: time(
    "HEADERS_TIMEOUT_MS",
    10_000,
    "milliseconds until the headers of a request have come",
  ),
  requestMs: time(
    "REQUEST_TIMEOUT_MS",
    30_000,
    "milliseconds until a whole request has come, at least `HEADERS_TIMEOUT_MS`. A stop may cut off what takes over 30000",
  ),
  idleMs: time(
    "IDLE_TIMEOUT_MS",
    65_000,
    "milliseconds that a connection may rest; longer than a balancer's",
  ),
};

type Table = typeof limitTable;
export type Limits = { readonly [Name in keyof Table]: Table[Name]["unlessSet"] };
type LimitSettings = { [Name in keyof Table as Table[Name]["setting"]]: Table[Name]["schema"] };
type Given = z.output<z.ZodObject<LimitSettings>>;

const rows = Object.entries(limitTable);

export const defaultLimits = Object.fromEntries(
  rows.map(([name, { unlessSet }]) => [name, unlessSet]),
) as Limits;

export const limitSettings = Object.fromEntries(
  rows.map(([, { setting: name, schema }]) => [name, schema]),
) as LimitSettings;

/** The limits that are given, and those that follow from them. Throws `InvalidSetting` for two that exclude each other. */
export function limitsOf(given: Given): Partial<Limits> {
  const set = rows
    .map(([name, row]) => [name, given[row.setting]] as const)
    .filter(([, value]) => value !== undefined);
  const limits = { ...impliedBy(given), ...(Object.fromEntries(set) as Partial<Limits>) };
  const { headersMs, requestMs } = { ...defaultLimits, ...limits };
  if (requestMs >= headersMs) return limits;
  throw new InvalidSetting(
    `REQUEST_TIMEOUT_MS must be at least HEADERS_TIMEOUT_MS (${defaultLimits.headersMs} unless set).`,
  );
}

/** A tenant's limits follow from a credential's. An operator who turns its rate off, as for a benchmark, means every rate. */
function impliedBy({ RATE_LIMIT_RPS: rps, RATE_LIMIT_CONCURRENT: concurrent }: Given) {
  const off = {
    readMibPerSecond: 0,
    failedLookupsPerMinute: 0,
    failedLoginsPerMinute: 0,
    calendarReadsPerMinute: 0,
    docsPerMinute: 0,
    consolePerMinute: 0,
  };
  return {
    ...(rps === undefined ? {} : { tenantRequestsPerSecond: rps * 3 }),
    ...(concurrent === undefined ? {} : { tenantConcurrentMax: concurrent * 2 }),
    ...(rps === 0 ? off : {}),
  };
}
