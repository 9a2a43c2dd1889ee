/**
 * The read concern of a read that only aims a conditional write. It may show what a fail-over or a
 * crash takes back, so nothing may leave before that write is acknowledged. Every other read keeps
 * the connection's default, `majority` (invariant V6).
 */
export const localRead = { readConcern: { level: "local" } } as const;
