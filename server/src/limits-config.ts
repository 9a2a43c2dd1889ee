import type { Limits } from "@slipway/gateway";
import { z } from "zod";

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most));

const countMax = 1_000_000;
const timeMsMax = 3_600_000;
const count = whole(0, countMax).optional();
const positive = whole(1, countMax).optional();
const time = whole(100, timeMsMax).optional();
/** A number of proxies, or addresses and networks (CIDR) with commas between. */
const proxies = /^(\d{1,2}|[0-9a-f.:/]+( *, *[0-9a-f.:/]+)*)$/i;

/** The gateway's limits as the environment names them. */
export const limitSettings = {
  RATE_LIMIT_RPS: count,
  RATE_LIMIT_CONCURRENT: positive,
  RATE_LIMIT_TENANT_RPS: count,
  RATE_LIMIT_TENANT_CONCURRENT: positive,
  READ_MIB_PER_SECOND: count,
  READ_MIB_HELD: positive,
  READ_BYTES_PER_SECOND_MIN: positive,
  FAILED_LOOKUPS_PER_MINUTE: count,
  FAILED_LOGINS_PER_MINUTE: count,
  CALENDAR_READS_PER_MINUTE: count,
  DOCS_PER_MINUTE: count,
  IN_FLIGHT_MAX: positive,
  LOOP_DELAY_MS_MAX: count,
  CONNECTIONS_MAX: positive,
  HEADERS_TIMEOUT_MS: time,
  REQUEST_TIMEOUT_MS: time,
  IDLE_TIMEOUT_MS: time,
  TRUSTED_PROXIES: z.string().regex(proxies).optional(),
};

const aTime = `milliseconds, 100 to ${timeMsMax}`;
const aCount = `a whole number, at most ${countMax} (0: no limit)`;
const aPositive = `a whole number, 1 to ${countMax}`;

/** What each of them must be, for the sentence that refuses a wrong one. */
export const limitDemands: Readonly<Record<keyof typeof limitSettings, string>> = {
  RATE_LIMIT_RPS: aCount,
  RATE_LIMIT_CONCURRENT: aPositive,
  RATE_LIMIT_TENANT_RPS: aCount,
  RATE_LIMIT_TENANT_CONCURRENT: aPositive,
  READ_MIB_PER_SECOND: aCount,
  READ_MIB_HELD: aPositive,
  READ_BYTES_PER_SECOND_MIN: aPositive,
  FAILED_LOOKUPS_PER_MINUTE: aCount,
  FAILED_LOGINS_PER_MINUTE: aCount,
  CALENDAR_READS_PER_MINUTE: aCount,
  DOCS_PER_MINUTE: aCount,
  IN_FLIGHT_MAX: aPositive,
  LOOP_DELAY_MS_MAX: aCount,
  CONNECTIONS_MAX: aPositive,
  HEADERS_TIMEOUT_MS: aTime,
  REQUEST_TIMEOUT_MS: aTime,
  IDLE_TIMEOUT_MS: aTime,
  TRUSTED_PROXIES: "a number of proxies, or addresses and networks separated by commas",
};

type Given = z.output<z.ZodObject<typeof limitSettings>>;

/** The limits that are set; the gateway has defaults for the others. */
export function limitsOf(given: Given): Partial<Limits> {
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
function offWithRate({ RATE_LIMIT_RPS }: Given): 0 | undefined {
  return RATE_LIMIT_RPS === 0 ? 0 : undefined;
}
