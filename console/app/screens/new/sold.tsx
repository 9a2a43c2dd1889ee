/** The result of the sale, and links to go on from there. */
import { Alert, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import type { Booking } from "@slipway/client";
import { timeWords, viewerZone } from "../../../page/parts/time-words.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { dayIn } from "../../../page/zone.ts";
import { hrefOf, root } from "../../address.ts";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { useSupplier } from "../../supplier.ts";

interface Given {
  readonly booking: Booking;
  /** Its answer was lost at first, and the form was changed after that. */
  readonly isAsFirst: boolean;
  readonly timezone: string;
}

export function Sold({ booking, isAsFirst, timezone }: Given) {
  const words = texts.sale;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { reference, startAt, status, expiresAt } = booking;
  const isHeld = status === "ON_HOLD";
  return (
    <Card withBorder padding="xl" maw={640}>
      <Stack>
        <Group gap="sm" wrap="nowrap">
          <CircleCheck color="var(--mantine-color-green-7)" aria-hidden />
          <Title order={2} size="h3" ref={heading} tabIndex={-1} className="heading">
            {fill(isHeld ? words.held : words.done, { reference })}
          </Title>
        </Group>
        <Group gap="sm">
          <Text>{timeWords(startAt, timezone, true)}</Text>
          <StatusBadge status={status} />
        </Group>
        {isHeld && expiresAt !== null && (
          <Text size="sm">
            {texts.booking.heldUntil} {timeWords(expiresAt, viewerZone, true)}
          </Text>
        )}
        {isAsFirst && <Alert color="orange">{words.asFirst}</Alert>}
        <Ways booking={booking} />
      </Stack>
    </Card>
  );
}

function Ways({ booking: { id, startAt, optionId } }: Pick<Given, "booking">) {
  const { id: supplier, timezone } = useSupplier();
  const words = texts.sale;
  // The day sheet has the supplier's days, also where a product departs in another zone.
  const day = dayIn(startAt, timezone);
  return (
    <Group>
      <Button
        component={Link}
        href={hrefOf(`/day/${day}`, { supplier, departure: `${optionId}@${startAt}` })}
      >
        {words.toDay}
      </Button>
      <Button component={Link} href={`/bookings/${id}`} variant="default">
        {words.toBooking}
      </Button>
      {/* The same address begins anew only as another page. */}
      <Button
        component="a"
        href={`${root}${hrefOf("/new", { supplier, option: optionId })}`}
        variant="default"
      >
        {words.another}
      </Button>
    </Group>
  );
}
