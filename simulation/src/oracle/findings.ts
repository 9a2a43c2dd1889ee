import type { State } from "./state.ts";

export interface Finding {
  kind: string;
  id: string;
}

/** False findings about every ledger and about some bookings and claims. */
export function falseFindings({ bookings, ledgers, claims }: State): Finding[] {
  const of = (kind: string, ids: Iterable<string>): Finding[] =>
    [...ids].map((id) => ({ kind, id }));
  return [
    ...of("ledger-line", ledgers.documents.keys()),
    ...of("ledger-missing", ledgers.documents.keys()),
    ...of("booking-places", bookings.documents.keys()),
    ...of("claim-without-booking", [...claims.documents.keys()].slice(-20)),
    ...of("booking.audit", ["all"]),
  ];
}
