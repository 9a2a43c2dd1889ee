/** Facts of another service are used for at most this long after the read that brought them began. */
export const leaseMs = 1_000;

/** Where nodes are several, work on a fact that takes longer is given up before it commits anything. */
export const useMsMax = 4_000;
