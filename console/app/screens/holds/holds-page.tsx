/** Bookings that wait for approval or are on hold, as cards in two columns, and the decisions on them. */
import { Box, Grid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { decide } from "../../../page/screens/holds/decisions.ts";
import type { Waiting } from "../../../page/screens/holds/waiting.ts";
import { may } from "../../../page/session.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Column } from "./column.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { holdsTexts } from "./texts.ts";
import { useWaiting } from "./use-waiting.ts";
import "./holds.css";
import type { WaitingAction } from "./waiting-card.tsx";

export function HoldsPage() {
  const words = holdsTexts();
  const { approvals, holds, unscheduled, catalogs, now, error, reload } = useWaiting();
  const [rejected, setRejected] = useState<readonly Waiting[]>([]);
  const of = (rows: readonly Waiting[]) => rows.map(({ booking }) => booking);
  const allowed = (actions: readonly WaitingAction[]) => (may("bookings:write") ? actions : []);
  const shared = { catalogs, now };
  return (
    <Stack gap="md">
      <Head />
      <ProblemNote error={error} again={reload} />
      {!approvals && !error && <WaitingPage />}
      {approvals && holds && (
        <Grid gap="lg" align="flex-start">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Column
              {...shared}
              title={words.approvals}
              color="orange"
              rows={approvals}
              empty={{ title: words.noApprovals, hint: words.noApprovalsHint }}
              actions={allowed([
                { name: words.approve, act: (rows) => decide("approve", of(rows)) },
                { name: words.reject, act: setRejected },
              ])}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Column
              {...shared}
              title={words.holds}
              color="gray"
              rows={holds}
              empty={{ title: words.noHolds, hint: words.noHoldsHint }}
              actions={allowed([
                { name: words.extend, act: (rows) => decide("extend", of(rows)) },
                { name: words.release, act: (rows) => decide("release", of(rows)) },
              ])}
            />
          </Grid.Col>
          {unscheduled && unscheduled.length > 0 && (
            <Grid.Col span={12}>
              <Column
                {...shared}
                title={words.alone}
                hint={words.aloneHint}
                color="red"
                rows={unscheduled.map((booking) => ({ booking, entry: undefined }))}
                actions={[]}
                isWide
              />
            </Grid.Col>
          )}
        </Grid>
      )}
      <RejectDialog
        rows={rejected}
        reject={(reason) => decide("reject", of(rejected), reason)}
        close={() => setRejected([])}
      />
    </Stack>
  );
}

function WaitingPage() {
  return (
    <Grid gap="lg" aria-hidden>
      {[1, 2].map((column) => (
        <Grid.Col key={column} span={{ base: 12, md: 6 }}>
          <Stack gap="sm">
            <Skeleton h={28} w={200} />
            <Skeleton h={132} />
            <Skeleton h={132} />
          </Stack>
        </Grid.Col>
      ))}
    </Grid>
  );
}

function Head() {
  const words = holdsTexts();
  return (
    <Box>
      <Title order={1} size="h2">
        {words.title}
      </Title>
      <Text size="sm" className="soft">
        {words.lead}
      </Text>
    </Box>
  );
}
