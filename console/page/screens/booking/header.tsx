/** The booking at a glance. */
import type { ComponentChildren } from "preact";
import type { Booking } from "@slipway/client";
import { type Catalog, zoneOf } from "../../catalog.ts";
import { partyOf } from "../../parts/booking-facts.ts";
import { StatusMark, moneyWords, sourceOf } from "../../parts/booking-words.tsx";
import { DepartureWords } from "../../parts/departure-words.tsx";
import { ViewerTime, timeWords, viewerZone } from "../../parts/zoned-time.tsx";
import { hrefOf } from "../../router.ts";
import { texts } from "../../texts/texts.ts";
import { dayIn, isSameTime } from "../../zone.ts";

interface Given {
  readonly booking: Booking;
  readonly catalog: Catalog | undefined;
}

export function Header({ booking, catalog }: Given) {
  const { booking: words, day } = texts;
  const { status, startAt, expiresAt, createdAt, pricingSnapshot: price } = booking;
  const zone = zoneOf(catalog, booking.optionId);
  const facts: [name: string, value: ComponentChildren][] = [
    [day.status, <StatusMark status={status} />],
    [
      day.departure,
      <>
        <DepartureWords booking={booking} catalog={catalog} />
        {!isSameTime(startAt, zone, viewerZone) && (
          <small>
            {" "}
            ({timeWords(startAt, viewerZone, true)} {viewerZone})
          </small>
        )}
      </>,
    ],
    [day.party, partyOf(booking)],
    [day.total, price && moneyWords(price.retail, price)],
    [day.source, sourceOf(booking)],
    [day.reference, booking.reference],
    [words.externalId, booking.externalId],
    [words.resellerReference, booking.resellerReference],
    [words.made, <ViewerTime at={createdAt} />],
    [words.heldUntil, status === "ON_HOLD" && expiresAt && <ViewerTime at={expiresAt} />],
    [texts.holds.reason, booking.cancellationReason],
  ];
  const date = dayIn(startAt, catalog?.timezone ?? zone);
  const departure = `${booking.optionId}@${startAt}`;
  return (
    <>
      <Facts facts={facts} />
      <p>
        <a href={hrefOf(`/day/${date}`, { supplier: booking.supplierId, departure })}>
          {texts.sale.toDay}
        </a>
      </p>
    </>
  );
}

/** Names with their values; those without a value are left out. */
export function Facts({ facts }: { facts: readonly [name: string, value: ComponentChildren][] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
