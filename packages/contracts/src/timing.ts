/**
 * The bookings service reports a new booking's claims to resources-capacity within this time. Capacity
 * delays the claims' records for so long: longer than a booking's insert takes on a busy machine.
 */
export const attachWithinMs = 150;
