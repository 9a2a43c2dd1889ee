import { setting, wholeNumber } from "@slipway/broker";
import { type Limits, defaultLimits } from "@slipway/gateway";
import { z } from "zod";

const countMax = 1_000_000;
const timeMsMax = 3_600_000;
/** A number of proxies, or addresses and networks (CIDR) with commas between. */
const proxiesForm = /^(\d{1,2}|[0-9a-f.:/]+( *, *[0-9a-f.:/]+)*)$/i;

const ofLimit =
  <Schema extends z.ZodType>(schema: Schema, must: string) =>
  (limit: keyof Limits, about: string): z.ZodOptional<Schema> =>
    setting(schema.optional(), {
      about,
      must,
      unlessSet: String(defaultLimits[limit]) || "none",
    });
const count = ofLimit(
  wholeNumber(0, countMax),
  `a whole number, at most ${countMax} (0: no limit)`,
);
const positive = ofLimit(wholeNumber(1, countMax), `a whole number, 1 to ${countMax}`);
const time = ofLimit(wholeNumber(100, timeMsMax), `milliseconds, 100 to ${timeMsMax}`);
const proxies = ofLimit(
  z.string().regex(proxiesForm),
  "a number of proxies, or addresses and networks separated by commas",
);

/** The gateway's limits as the environment names them. Those that are not set have the gateway's defaults. */
export const limitSettings = {
  RATE_LIMIT_RPS: count(
    "requestsPerSecond",
    "requests a second of one credential, twice that at once; 0 turns all limits of rate off",
  ),
  RATE_LIMIT_CONCURRENT: positive("concurrentMax", "requests of one credential at the same time"),
  RATE_LIMIT_TENANT_RPS: count(
    "tenantRequestsPerSecond",
    "requests a second of one tenant, all its credentials together; unless set, three times `RATE_LIMIT_RPS`. 0: no limit",
  ),
  RATE_LIMIT_TENANT_CONCURRENT: positive(
    "tenantConcurrentMax",
    "requests of one tenant at the same time; unless set, twice `RATE_LIMIT_CONCURRENT`",
  ),
  READ_MIB_PER_SECOND: count(
    "readMibPerSecond",
    "MiB of answers to reads of one tenant a second; 0: no limit",
  ),
  READ_MIB_HELD: positive("readMibHeld", "MiB of memory that answers to reads of one tenant take"),
  READ_BYTES_PER_SECOND_MIN: positive(
    "readBytesPerSecondMin",
    "bytes a second of an answer; a client that takes less is cut off",
  ),
  FAILED_LOOKUPS_PER_MINUTE: count(
    "failedLookupsPerMinute",
    "look-ups per address that find no credential; 0: no limit",
  ),
  FAILED_LOGINS_PER_MINUTE: count(
    "failedLoginsPerMinute",
    "failed log-ins and set-ups of users per address; then only known devices may try. 0: no limit",
  ),
  CALENDAR_READS_PER_MINUTE: count(
    "calendarReadsPerMinute",
    "looks of calendars at one feed; six times as many for all feeds of a tenant. 0: no limit",
  ),
  DOCS_PER_MINUTE: count(
    "docsPerMinute",
    "answers of `/docs` and `openapi.json` per address; 0: no limit",
  ),
  TRUSTED_PROXIES: proxies(
    "trustedProxies",
    "proxies whose X-Forwarded-For counts: their number, or their addresses and networks",
  ),
  IN_FLIGHT_MAX: positive("inFlightMax", "requests in progress at the same time"),
  LOOP_DELAY_MS_MAX: count(
    "loopDelayMsMax",
    "median delay of the event loop, in ms, from which requests are refused; 0: not watched",
  ),
  CONNECTIONS_MAX: positive("connectionsMax", "open connections"),
  HEADERS_TIMEOUT_MS: time("headersMs", "milliseconds until the headers of a request have come"),
  REQUEST_TIMEOUT_MS: time("requestMs", "milliseconds until a whole request has come"),
  IDLE_TIMEOUT_MS: time(
    "idleMs",
    "milliseconds that a connection may rest; longer than a balancer's",
  ),
};

type LimitSettings = z.output<z.ZodObject<typeof limitSettings>>;

/** The limits that are set; the gateway has defaults for the others. */
export function limitsOf(given: LimitSettings): Partial<Limits> {
  const limits: { [Name in keyof Limits]: Limits[Name] | undefined } = {
    requestsPerSecond: given.RATE_LIMIT_RPS,
    concurrentMax: given.RATE_LIMIT_CONCURRENT,
    tenantRequestsPerSecond: given.RATE_LIMIT_TENANT_RPS ?? byCredential(given.RATE_LIMIT_RPS, 3),
    tenantConcurrentMax:
      given.RATE_LIMIT_TENANT_CONCURRENT ?? byCredential(given.RATE_LIMIT_CONCURRENT, 2),
    readMibPerSecond: given.READ_MIB_PER_SECOND ?? offWithRate(given),
    readMibHeld: given.READ_MIB_HELD,
    readBytesPerSecondMin: given.READ_BYTES_PER_SECOND_MIN,
    failedLookupsPerMinute: given.FAILED_LOOKUPS_PER_MINUTE ?? offWithRate(given),
    failedLoginsPerMinute: given.FAILED_LOGINS_PER_MINUTE ?? offWithRate(given),
    calendarReadsPerMinute: given.CALENDAR_READS_PER_MINUTE ?? offWithRate(given),
    docsPerMinute: given.DOCS_PER_MINUTE ?? offWithRate(given),
    inFlightMax: given.IN_FLIGHT_MAX,
    loopDelayMsMax: given.LOOP_DELAY_MS_MAX,
    connectionsMax: given.CONNECTIONS_MAX,
    headersMs: given.HEADERS_TIMEOUT_MS,
    requestMs: given.REQUEST_TIMEOUT_MS,
    idleMs: given.IDLE_TIMEOUT_MS,
    trustedProxies: given.TRUSTED_PROXIES,
  };
  const set = Object.entries(limits).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Partial<Limits>;
}

/** What a tenant may, where only what a credential may is set. 0: nothing is limited. */
function byCredential(given: number | undefined, times: number): number | undefined {
  return given === undefined ? undefined : given * times;
}

/** Who turns the limit of rate off, for a benchmark or a test suite, means every limit of rate. */
function offWithRate({ RATE_LIMIT_RPS }: LimitSettings): 0 | undefined {
  return RATE_LIMIT_RPS === 0 ? 0 : undefined;
}
