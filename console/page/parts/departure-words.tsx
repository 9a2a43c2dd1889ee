/** The departure of a booking: when, by the clock of the place, and what. */
import type { Booking } from "@slipway/client";
import { type Catalog, soldWords, zoneOf } from "../catalog.ts";
import { ZonedTime } from "./zoned-time.tsx";

interface Given {
  readonly booking: Pick<Booking, "startAt" | "optionId">;
  readonly catalog: Catalog | undefined;
  /** Where it is known better than by the catalog. */
  readonly zone?: string | undefined;
}

export function DepartureWords({ booking: { startAt, optionId }, catalog, zone }: Given) {
  return (
    <>
      <ZonedTime at={startAt} zone={zone ?? zoneOf(catalog, optionId)} withDay />{" "}
      {productWords(catalog, optionId)}
    </>
  );
}

/** "Sunset cruise, Shared boat"; empty for an option that is sold no more. */
function productWords(catalog: Catalog | undefined, optionId: string): string {
  const sold = catalog?.options.get(optionId);
  return sold === undefined ? "" : soldWords(sold);
}
