/** All of a booking, and what can be done with it: on its page, or over a list. */
import { Alert, Box, Grid, Skeleton, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Booking } from "@slipway/client";
import { zoneOf } from "../../../page/catalog.ts";
import { type Part, loadBooking } from "../../../page/screens/booking/load-booking.ts";
import { endedCount, isDecided } from "../../../page/screens/holds/decisions.ts";
import { ask, may } from "../../../page/session.ts";
import { useChanges } from "../../../page/use-changes.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { BookingHeader } from "./booking-header.tsx";
import "./booking.css";
import { Deliveries } from "./deliveries.tsx";
import { DetailsPanel } from "./details-panel.tsx";
import { EndPanel } from "./end-panel.tsx";
import { Facts } from "./facts.tsx";
import { GuestCard } from "./guest-card.tsx";
import { MovePanel } from "./move-panel.tsx";
import { PartyCard } from "./party-card.tsx";
import { PartyPanel } from "./party-panel.tsx";
import { History } from "./history.tsx";
import type { Change, Level, PanelGiven } from "./panel-given.ts";
import { bookingTexts } from "./texts.ts";

interface Given {
  readonly id: string;
  readonly level: Level;
}

export function BookingView({ id, level }: Given) {
  const { opened, error, reload, show } = useBooking(id);
  const [change, setChange] = useState<Change>();
  if (!opened) return error ? <ProblemNote error={error} again={reload} /> : <Waiting />;
  const part: Part = {
    ...opened,
    done(sentence, changed) {
      notifications.show({ color: "green", message: sentence });
      show(changed);
    },
  };
  const parts = { part, level, close: () => setChange(undefined) };
  const { booking, catalog } = opened;
  return (
    <Stack gap="md" className="booking" data-alone={level === 1 || undefined}>
      <ProblemNote error={error} again={reload} />
      <BookingHeader part={part} level={level} change={change} begin={setChange} />
      {isDecided(booking) && <Alert color="orange">{bookingTexts().deciding}</Alert>}
      <Grid gap="md" align="flex-start">
        <Grid.Col span={level === 1 ? { base: 12, md: 8 } : 12} order={{ base: 1, md: 0 }}>
          {change ? (
            <Panels key={change} change={change} {...parts} />
          ) : (
            <Stack gap="md">
              {level === 3 && <Facts booking={booking} catalog={catalog} level={level} />}
              <PartyCard part={part} level={level} begin={setChange} />
              <GuestCard part={part} level={level} begin={setChange} />
              {may("audit:read") && (
                <History
                  entityType="booking"
                  record={booking}
                  zone={zoneOf(catalog, booking.optionId)}
                  level={level}
                />
              )}
              <Deliveries booking={booking} level={level} />
            </Stack>
          )}
        </Grid.Col>
        {level === 1 && (
          <Grid.Col span={{ base: 12, md: 4 }} order={{ base: change ? 2 : 0, md: 1 }}>
            <Facts booking={booking} catalog={catalog} level={level} />
          </Grid.Col>
        )}
      </Grid>
    </Stack>
  );
}

function Panels({ change, ...given }: PanelGiven & { readonly change: Change }) {
  if (change === "move") return <MovePanel {...given} />;
  if (change === "party") return <PartyPanel {...given} />;
  if (change === "details") return <DetailsPanel {...given} />;
  return <EndPanel {...given} kind={change} />;
}

/** The booking in the answer to a change stands until a later version is read. */
function useBooking(id: string) {
  const queries = useQueryClient();
  const [changed, setChanged] = useState<Booking>();
  const { data, error, refetch } = useQuery({
    queryKey: ["booking", id],
    queryFn: ({ signal }) => ask((slipway) => loadBooking(slipway, id), signal),
  });
  useChanges({ since: data?.since }, (heard) => {
    if (heard.some((booking) => booking.id === id)) void refetch();
  });
  const ended = endedCount.value;
  useEffect(() => {
    if (ended > 0) void refetch();
  }, [ended, refetch]);
  const isNewer = changed && data && changed.updatedAt > data.booking.updatedAt;
  return {
    opened: data && (isNewer ? { ...data, booking: changed } : data),
    error,
    reload: () => void refetch(),
    /** The lists behind it show it, too. */
    show: (after: Booking): void => {
      setChanged(after);
      void queries.invalidateQueries();
    },
  };
}

function Waiting() {
  return (
    <Box aria-hidden>
      <Skeleton h={56} mb="md" />
      <Skeleton h={160} mb="md" />
      <Skeleton h={120} />
    </Box>
  );
}
