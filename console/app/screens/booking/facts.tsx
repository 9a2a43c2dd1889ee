/** The booking at a glance, and the places that it takes. */
import "@mantine/core/styles/Divider.css";
import { Anchor, Card, Divider, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Booking } from "@slipway/client";
import { type Catalog, soldWords, zoneOf } from "../../../page/catalog.ts";
import { partyOf } from "../../../page/parts/booking-facts.ts";
import { moneyWords, sourceOf } from "../../../page/parts/sale-words.ts";
import { timeWords, viewerZone } from "../../../page/parts/time-words.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { dayIn, isSameTime } from "../../../page/zone.ts";
import { hrefOf } from "../../address.ts";
import type { Level } from "./panel-given.ts";
import { bookingTexts } from "./texts.ts";

interface Given {
  readonly booking: Booking;
  readonly catalog: Catalog | undefined;
  readonly level: Level;
}

type Fact = readonly [name: string, value: ReactNode];

export function Facts({ booking, catalog, level }: Given) {
  const { holds, booking: old, day } = texts;
  const { status, expiresAt, createdAt, refund, pricingSnapshot: price } = booking;
  const facts: readonly Fact[] = [
    [day.departure, <Departure booking={booking} catalog={catalog} />],
    [day.party, partyOf(booking)],
    [
      bookingTexts().order,
      booking.orderId !== null && (
        <Anchor component={Link} href={`/orders/${booking.orderId}`} inherit>
          {bookingTexts().toOrder}
        </Anchor>
      ),
    ],
    [day.total, price && <strong className="number">{moneyWords(price.retail, price)}</strong>],
    [texts.resources.one, placesOf(booking)],
    [day.source, sourceOf(booking)],
    [old.resellerReference, booking.resellerReference],
    [bookingTexts().externalId, booking.externalId],
    [old.made, timeWords(createdAt, viewerZone, true)],
    [
      old.heldUntil,
      status === "ON_HOLD" && expiresAt !== null && timeWords(expiresAt, viewerZone, true),
    ],
    [holds.reason, booking.cancellationReason],
    [
      bookingTexts().refund,
      refund && price && `${moneyWords(refund.amount, price)} (${refund.percent} %)`,
    ],
  ];
  return (
    <Card component="section" withBorder padding="lg" aria-label={texts.booking.title}>
      <dl className="facts short">
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {level === 1 && <Divider my="md" />}
      <ToDay booking={booking} catalog={catalog} />
    </Card>
  );
}

function Departure({ booking, catalog }: Omit<Given, "level">) {
  const { startAt, optionId } = booking;
  const zone = zoneOf(catalog, optionId);
  const sold = catalog?.options.get(optionId);
  return (
    <>
      <Text span inherit fw={600}>
        {timeWords(startAt, zone, true)}
      </Text>
      <Text size="sm">{sold ? soldWords(sold) : optionId}</Text>
      {!isSameTime(startAt, zone, viewerZone) && (
        <Text size="xs" className="soft">
          {zone} · {timeWords(startAt, viewerZone, true)} {viewerZone}
        </Text>
      )}
    </>
  );
}

/** "4 of Boat, 1 Van (whole)". */
function placesOf({ resourceUsageSnapshot }: Booking): string {
  const { wholeOf, noPlaces } = texts.booking;
  const items = resourceUsageSnapshot?.items ?? [];
  if (items.length === 0) return noPlaces;
  return items
    .map(({ name, capacityPlaces, resourceQuantity }) =>
      resourceQuantity
        ? `${resourceQuantity} ${fill(wholeOf, { name })}, ${capacityPlaces}`
        : `${name}: ${capacityPlaces}`,
    )
    .join("; ");
}

function ToDay({ booking, catalog }: Omit<Given, "level">) {
  const { optionId, startAt, supplierId } = booking;
  const date = dayIn(startAt, catalog?.timezone ?? zoneOf(catalog, optionId));
  const href = hrefOf(`/day/${date}`, {
    supplier: supplierId,
    departure: `${optionId}@${startAt}`,
  });
  return (
    <Anchor component={Link} href={href} size="sm" mt="sm" display="inline-block">
      {bookingTexts().toDay}
    </Anchor>
  );
}
