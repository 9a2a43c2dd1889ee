/** Who comes on a departure. A row may be dragged onto another departure; its menu does the same without a mouse. */
import { Anchor, Avatar, Badge, Box, Group, Table, Text, Tooltip } from "@mantine/core";
import Mail from "lucide-react/icons/mail";
import Phone from "lucide-react/icons/phone";
import StickyNote from "lucide-react/icons/sticky-note";
import { type ComponentProps, useState } from "react";
import { Link } from "wouter";
import type { Booking } from "@slipway/client";
import { calledOf, customerOf } from "../../../page/parts/booking-facts.ts";
import { moneyWords, ownSource, sourceOf } from "../../../page/parts/sale-words.ts";
import { ticketSumOf } from "../../../page/screens/check-in/party-lines.ts";
import type { Departure } from "../../../page/screens/day/day-sheet.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useKeys } from "../../../page/use-keys.ts";
import { PartyWords } from "../../parts/party-words.tsx";
import { RedemptionBadge } from "../../parts/redemption-badge.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { totalsOf } from "../../parts/totals.ts";
import { partWords } from "../../parts/texts.ts";
import type { Moving } from "./move-party.tsx";
import { PartyMenu, type Shown } from "./party-menu.tsx";
import { dayTexts } from "./texts.ts";

interface Given {
  readonly bookings: readonly Booking[];
  readonly others: readonly Departure[];
  readonly move: (moving: Moving) => void;
}

export function Parties({ bookings, others, move }: Given) {
  const { day } = texts;
  const words = dayTexts();
  const sum = ticketSumOf(bookings);
  const [menu, setMenu] = useState<{ of: string; shown: Shown }>();
  useKeys({
    v() {
      const row = document.activeElement?.closest<HTMLElement>(".party");
      setMenu({ of: row?.dataset["id"] ?? "", shown: "places" });
    },
  });
  return (
    <Table.ScrollContainer minWidth={0} type="native" className="parties">
      <Table verticalSpacing={8} horizontalSpacing="xs" aria-label={words.parties}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="38%">{words.guest}</Table.Th>
            <Table.Th w="26%">{day.party}</Table.Th>
            <Table.Th>{day.status}</Table.Th>
            <Table.Th className="end">{day.total}</Table.Th>
            <Table.Td w={32} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bookings.map((each) => (
            <Party
              key={each.id}
              booking={each}
              others={others}
              move={move}
              shown={menu?.of === each.id ? menu.shown : undefined}
              show={(shown) => setMenu({ of: each.id, shown })}
            />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Td colSpan={3} className="soft number">
              {sum.count > 0 && fill(partWords().tickets, sum)}
            </Table.Td>
            <Table.Td className="number end" fw={650}>
              {totalsOf(bookings)
                .map((each) => moneyWords(each.retail, each))
                .join(" + ")}
            </Table.Td>
            <Table.Td />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}

type PartyGiven = ComponentProps<typeof PartyMenu>;

function Party(given: PartyGiven) {
  const { booking } = given;
  const { id, status, source, pricingSnapshot: price } = booking;
  return (
    <Table.Tr
      className="party"
      data-id={id}
      draggable={may("bookings:write")}
      onDragStart={({ dataTransfer }) => dataTransfer.setData("text/plain", id)}
    >
      <Table.Th scope="row" fw={400}>
        <Guest booking={booking} />
      </Table.Th>
      <Table.Td className="who">
        <PartyWords booking={booking} />
        {source !== ownSource && (
          <Text size="xs" className="soft">
            {sourceOf(booking)}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="state">
        <Group gap={4}>
          <StatusBadge status={status} />
          <RedemptionBadge booking={booking} />
        </Group>
      </Table.Td>
      <Table.Td className="number end">{price && moneyWords(price.retail, price)}</Table.Td>
      <Table.Td className="menu">
        <PartyMenu {...given} />
      </Table.Td>
    </Table.Tr>
  );
}

function Guest({ booking }: Pick<PartyGiven, "booking">) {
  const words = dayTexts();
  const { id, notes } = booking;
  const { email, phone } = customerOf(booking);
  const { called, below } = calledOf(booking);
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={called} color="initials" size={32} aria-hidden />
      <Box miw={0}>
        <Anchor component={Link} href={`/bookings/${id}`} size="sm" fw={600} className="name">
          {called}
        </Anchor>
        <Group gap={8} wrap="nowrap">
          <Text size="xs" ff="monospace" className="soft">
            {below}
          </Text>
          {phone && (
            <Anchor
              href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}
              aria-label={fill(words.call, { name: called })}
              title={phone}
              lh={0}
            >
              <Phone size={14} />
            </Anchor>
          )}
          {email && (
            <Anchor
              href={`mailto:${email}`}
              aria-label={fill(words.write, { name: called })}
              title={email}
              lh={0}
            >
              <Mail size={14} />
            </Anchor>
          )}
        </Group>
        {notes && (
          <Tooltip label={notes} events={{ hover: true, focus: true, touch: true }}>
            <Badge
              size="sm"
              variant="light"
              color="yellow"
              leftSection={<StickyNote size={11} aria-hidden />}
              className="note"
              tabIndex={0}
            >
              {notes}
            </Badge>
          </Tooltip>
        )}
      </Box>
    </Group>
  );
}
