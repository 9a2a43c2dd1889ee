/** The party and its price, line by line. */
import { Button, Group, Table } from "@mantine/core";
import Pencil from "lucide-react/icons/pencil";
import { chargesIn, moneyWords } from "../../../page/parts/sale-words.ts";
import { isDecided } from "../../../page/screens/holds/decisions.ts";
import type { Part } from "../../../page/screens/booking/load-booking.ts";
import { may } from "../../../page/session.ts";
import { texts } from "../../../page/texts/texts.ts";
import type { Change, Level } from "./panel-given.ts";
import { Section } from "./section.tsx";
import { bookingTexts } from "./texts.ts";
import { Tickets } from "./tickets.tsx";

interface Given {
  readonly part: Part;
  readonly level: Level;
  readonly begin: (change: Change) => void;
}

export function PartyCard({ part, level, begin }: Given) {
  const { booking: words, day, sale } = texts;
  const { booking } = part;
  const { status, pricingSnapshot: price } = booking;
  const isLive = ["ON_HOLD", "PENDING", "CONFIRMED"].includes(status) && !isDecided(booking);
  const money = (minor: number | undefined): string =>
    minor === undefined || !price ? "" : moneyWords(minor, price);
  return (
    <Section
      title={words.partyAndPrice}
      level={level}
      aside={
        <Group gap={4}>
          {status === "CONFIRMED" && <Tickets part={part} />}
          {isLive && may("bookings:write") && may("catalog:read") && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<Pencil size={14} aria-hidden />}
              onClick={() => begin("party")}
            >
              {bookingTexts().changeParty}
            </Button>
          )}
        </Group>
      }
    >
      <Table verticalSpacing={6} horizontalSpacing="xs" aria-label={words.partyAndPrice}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.unit}</Table.Th>
            <Table.Th className="end">{words.quantity}</Table.Th>
            <Table.Th className="end">{bookingTexts().unitPrice}</Table.Th>
            <Table.Th className="end">{sale.price}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="number">
          {price?.unitPricing.map(({ unitId, name, quantity, unitRetail, retail }) => (
            <Table.Tr key={unitId}>
              <Table.Td>{name ?? unitId}</Table.Td>
              <Table.Td className="end">{quantity}</Table.Td>
              <Table.Td className="end">{money(unitRetail)}</Table.Td>
              <Table.Td className="end">{money(retail)}</Table.Td>
            </Table.Tr>
          ))}
          {chargesIn(price).map(({ name, amount }, index) => (
            <Table.Tr key={`${index} ${name}`}>
              <Table.Td colSpan={3}>{name}</Table.Td>
              <Table.Td className="end">{money(amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot className="number">
          <Table.Tr>
            <Table.Th colSpan={3}>{day.total}</Table.Th>
            <Table.Td className="end" fw={650}>
              {money(price?.retail)}
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Section>
  );
}
