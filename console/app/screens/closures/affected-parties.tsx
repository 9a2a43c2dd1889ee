/** The parties that a closure affects. */
import { Anchor, Table, Text } from "@mantine/core";
import type { Booking } from "@slipway/client";
import { Link } from "wouter";
import { type Catalog, zoneOf } from "../../../page/catalog.ts";
import { calledOf, customerOf, partyOf } from "../../../page/parts/booking-facts.ts";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { closureWords } from "./texts.ts";

interface Given {
  readonly bookings: readonly Booking[];
  readonly catalog: Catalog;
  /** The text above names their one departure. */
  readonly isOfOne?: boolean;
}

export function AffectedParties({ bookings, catalog, isOfOne = false }: Given) {
  const words = closureWords();
  return (
    <Table.ScrollContainer minWidth={0} mah={320}>
      <Table aria-label={words.affected} verticalSpacing={6} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.guest}</Table.Th>
            {!isOfOne && <Table.Th>{words.departure}</Table.Th>}
            <Table.Th>{words.guests}</Table.Th>
            <Table.Th visibleFrom="sm">{words.contact}</Table.Th>
            <Table.Th visibleFrom="sm">{words.state}</Table.Th>
            <Table.Th className="end">{words.total}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bookings.map((booking) => {
            const { email, phone } = customerOf(booking);
            const price = booking.pricingSnapshot;
            return (
              <Table.Tr key={booking.id}>
                <Table.Th scope="row" fw={600}>
                  <Anchor component={Link} inherit href={`/bookings/${booking.id}`}>
                    {calledOf(booking).called}
                  </Anchor>
                </Table.Th>
                {!isOfOne && (
                  <Table.Td className="number">
                    {timeWords(booking.startAt, zoneOf(catalog, booking.optionId), true)}
                    <Text size="xs" className="soft">
                      {catalog.options.get(booking.optionId)?.product.name}
                    </Text>
                  </Table.Td>
                )}
                <Table.Td>{partyOf(booking)}</Table.Td>
                <Table.Td visibleFrom="sm">{email || phone || words.noContact}</Table.Td>
                <Table.Td visibleFrom="sm">
                  <StatusBadge status={booking.status} />
                </Table.Td>
                <Table.Td className="number end">
                  {price && moneyWords(price.retail, price)}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
