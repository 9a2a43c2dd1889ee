/** A booking that waits: who, when, what it keeps from others, how long, and the decision. */
import { Box, Button, Card, Checkbox, Group, RingProgress, Text } from "@mantine/core";
import Hourglass from "lucide-react/icons/hourglass";
import Lock from "lucide-react/icons/lock";
import type { Booking } from "@slipway/client";
import { type Catalog, soldWords, zoneOf } from "../../../page/catalog.ts";
import { calledOf, nameOfBooking, partyOf } from "../../../page/parts/booking-facts.ts";
import { clockText, secondsLeft } from "../../../page/parts/hold-time.ts";
import { moneyWords, sourceOf } from "../../../page/parts/sale-words.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { type Waiting, keepsOf } from "../../../page/screens/holds/waiting.ts";
import { keepsWords, sinceWords } from "../../../page/screens/holds/waiting-words.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { BookingLink, useOpenBooking } from "../../parts/booking-link.tsx";
import { colorOf } from "../../theme.ts";
import { holdsTexts } from "./texts.ts";

export interface WaitingAction {
  readonly name: string;
  readonly act: (rows: readonly Waiting[]) => void;
}

interface Given {
  readonly row: Waiting;
  readonly actions: readonly WaitingAction[];
  readonly isChosen: boolean;
  readonly toggle: () => void;
  /** Nothing departs then any more. */
  readonly isAlone: boolean;
  readonly catalogs: ReadonlyMap<string, Catalog> | undefined;
  readonly now: number;
}

export function WaitingCard({ row, actions, isChosen, toggle, isAlone, catalogs, now }: Given) {
  const words = holdsTexts();
  const { booking, entry } = row;
  const { supplierId, optionId, productId, startAt, pricingSnapshot: price } = booking;
  const catalog = catalogs?.get(supplierId);
  const sold = catalog?.options.get(optionId);
  const color = colorOf(productId, catalog?.products ?? []);
  const name = nameOfBooking(booking);
  return (
    <Card
      component="article"
      aria-label={name}
      withBorder
      padding="md"
      className="waiting"
      data-chosen={isChosen || undefined}
      style={{ borderInlineStart: `4px solid var(--mantine-color-${color}-6)` }}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Box miw={0}>
          <Group gap="xs" wrap="nowrap">
            {actions.length > 0 && (
              <Checkbox
                size="xs"
                aria-label={fill(words.choose, { name })}
                checked={isChosen}
                onChange={toggle}
              />
            )}
            <BookingLink booking={booking} fw={600} className="name">
              {calledOf(booking).called}
            </BookingLink>
          </Group>
          <Text size="sm" mt={4}>
            <strong className="number">
              {timeWords(startAt, entry?.timezone ?? zoneOf(catalog, optionId), true)}
            </strong>
          </Text>
          <Text size="sm">{sold ? soldWords(sold) : optionId}</Text>
          <Text size="xs" className="soft">
            {[partyOf(booking), price && moneyWords(price.retail, price), sourceOf(booking)]
              .filter(Boolean)
              .join(" · ")}
          </Text>
        </Box>
        <Clock booking={booking} row={row} now={now} />
      </Group>
      {!isAlone && <Keeps row={row} />}
      <Actions row={row} actions={actions} isAlone={isAlone} />
    </Card>
  );
}

/** The time that is left of a hold as a ring; how long a request has waited. */
function Clock({ booking, row, now }: Pick<Given, "row" | "now"> & { booking: Booking }) {
  const words = holdsTexts();
  if (booking.status === "PENDING")
    return (
      <Text size="xs" className="soft number" ta="end" flex="none">
        <Hourglass size={12} aria-hidden /> {fill(words.waits, { time: sinceWords(row, now) })}
      </Text>
    );
  if (booking.status !== "ON_HOLD") return null;
  const left = secondsLeft(booking, now);
  const whole = (Date.parse(booking.expiresAt ?? "") - Date.parse(booking.updatedAt)) / 1_000;
  const share = Math.min(100, (100 * left) / Math.max(1, whole, left));
  const time = clockText(left);
  return (
    <RingProgress
      flex="none"
      size={76}
      thickness={6}
      roundCaps
      rootColor="var(--mantine-color-default-border)"
      sections={[{ value: share, color: share < 20 ? "red" : "tide.7" }]}
      label={
        <Text fz={left < 36_000 ? 12 : 10} fw={650} ta="center" className="number">
          {time}
          <span className="unseen">{fill(words.left, { time })}</span>
        </Text>
      }
    />
  );
}

function Keeps({ row }: Pick<Given, "row">) {
  const isLast = keepsOf(row).kind === "last";
  return (
    <Group gap={6} mt="xs" wrap="nowrap" className={isLast ? "danger" : "soft"}>
      <Lock size={13} aria-hidden />
      <Text size="xs" inherit fz="xs" fw={isLast ? 600 : 400}>
        {fill(holdsTexts().keeps, { what: keepsWords(row) })}
      </Text>
    </Group>
  );
}

function Actions({ row, actions, isAlone }: Pick<Given, "row" | "actions" | "isAlone">) {
  const open = useOpenBooking();
  const name = nameOfBooking(row.booking);
  const { actOn } = texts.parts;
  return (
    <Group gap="xs" mt="sm">
      {actions.map(({ name: action, act }, index) => (
        <Button
          key={action}
          size="xs"
          variant={index === 0 ? "light" : "default"}
          aria-label={fill(actOn, { action, name })}
          onClick={() => act([row])}
        >
          {action}
        </Button>
      ))}
      {isAlone && (
        <Button
          size="xs"
          variant="light"
          aria-label={fill(actOn, { action: holdsTexts().open, name })}
          onClick={() => open(row.booking.id)}
        >
          {holdsTexts().open}
        </Button>
      )}
    </Group>
  );
}
