/** A cached value is used for at most this long after its read, or its last check, began. */
export const valueLeaseMs = 1_000;

/** Between several nodes, work on a cached value commits nothing that begins later than this. */
export const useMsMax = 4_000;
