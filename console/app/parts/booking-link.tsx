/** A link to a booking. A plain click opens it over the list that has the link; another window shows its page. */
import { Anchor, type AnchorProps } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import type { Booking } from "@slipway/client";

interface Given extends AnchorProps {
  readonly booking: Pick<Booking, "id">;
  readonly children: ReactNode;
}

export function BookingLink({ booking: { id }, children, ...look }: Given) {
  const open = useOpenBooking();
  return (
    <Anchor
      component={Link}
      href={`/bookings/${id}`}
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        open(id);
      }}
      {...look}
    >
      {children}
    </Anchor>
  );
}

/** The way back closes it. */
export function useOpenBooking(): (id: string) => void {
  const [path, go] = useLocation();
  const search = useSearch();
  return (id) => {
    const query = new URLSearchParams(search);
    query.set("booking", id);
    go(`${path}?${query}`);
  };
}
