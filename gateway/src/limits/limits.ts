/** What one gateway takes from its clients at most. Zero turns a limit off where it says so. */
export interface Limits {
  /** Requests per second of one credential, twice as many at once. 0: as many as come. */
  readonly requestsPerSecond: number;
  /** Requests of one credential that are served at the same time. */
  readonly concurrentMax: number;
  /** Requests per second of one tenant, all its credentials together, twice as many at once. 0: as many as come. */
  readonly tenantRequestsPerSecond: number;
  /** Requests of one tenant that are served at the same time. */
  readonly tenantConcurrentMax: number;
  /** MiB of answers to reads that one tenant gets per second. 0: as many as come. */
  readonly readMibPerSecond: number;
  /** MiB of memory that answers to reads of one tenant take, loaded and not yet taken by clients. */
  readonly readMibHeld: number;
  /** Who takes fewer bytes of an answer per second is cut off. */
  readonly readBytesPerSecondMin: number;
  /** Look-ups per minute and address that may find no credential. 0: as many as come. */
  readonly failedLookupsPerMinute: number;
  /** Log-ins per minute and address that may fail on devices that are not known. 0: as many as come. */
  readonly failedLoginsPerMinute: number;
  /** Looks of calendars per minute and feed; of a tenant six times as many. 0: as many as come. */
  readonly calendarReadsPerMinute: number;
  /** Answers of /docs and openapi.json per minute and address. 0: as many as come. */
  readonly docsPerMinute: number;
  /** Requests that are worked on at the same time; reads give way at three quarters of it. */
  readonly inFlightMax: number;
  /** Half of the event loop's turns may last longer before requests are shed. 0: not watched. */
  readonly loopDelayMsMax: number;
  readonly connectionsMax: number;
  /** From a connection's or a request's first moment to the end of its headers. */
  readonly headersMs: number;
  /** From a request's first byte to the last one of its body. */
  readonly requestMs: number;
  /** How long a connection may rest between two requests. */
  readonly idleMs: number;
  /**
   * Whose X-Forwarded-For is believed: a number of proxies, or their addresses and networks with
   * commas between. Empty: nobody's.
   */
  readonly trustedProxies: string;
}

/**
 * A credential may have as many requests running as it may send at once, half of what the gateway
 * works on in all. A tenant may send what three credentials may. Idle connections outlive the 60 s of common balancers.
 */
export const defaultLimits: Limits = {
  requestsPerSecond: 100,
  concurrentMax: 200,
  tenantRequestsPerSecond: 300,
  tenantConcurrentMax: 400,
  readMibPerSecond: 4,
  readMibHeld: 16,
  readBytesPerSecondMin: 4_096,
  failedLookupsPerMinute: 300,
  failedLoginsPerMinute: 60,
  calendarReadsPerMinute: 20,
  docsPerMinute: 120,
  inFlightMax: 400,
  loopDelayMsMax: 300,
  connectionsMax: 5_000,
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 65_000,
  trustedProxies: "",
};
