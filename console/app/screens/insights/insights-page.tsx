/** A range of days: guests, value and occupancy by day, product and source. */
import { Button, Card, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, lazy } from "react";
import { Link } from "wouter";
import { ask, may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { dayIn } from "../../../page/zone.ts";
import { hrefOf, useChoice } from "../../address.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useSupplier } from "../../supplier.ts";
import { Figures } from "./figures.tsx";
import { type Insights, loadInsights } from "./load-insights.ts";
import { type Range, rangeGiven } from "./periods.ts";
import { RangeChoice } from "./range-choice.tsx";
import { insightsTexts } from "./texts.ts";

/** The library of charts is large: figures do not wait for it. */
const Charts = lazy(async () => ({ default: (await import("./charts.tsx")).Charts }));

export function InsightsPage() {
  const supplier = useSupplier();
  const { id: supplierId, timezone } = supplier;
  const [from] = useChoice("from");
  const [to] = useChoice("to");
  const [productId] = useChoice("product");
  const range = rangeGiven(from, to, dayIn(new Date(), timezone));
  const { data, error, refetch } = useQuery({
    queryKey: ["insights", supplierId, range, productId],
    queryFn: ({ signal }) =>
      ask(
        (slipway) =>
          loadInsights(slipway, { supplierId, timezone, range, productId: productId ?? undefined }),
        signal,
      ),
    staleTime: 60_000,
  });
  const words = insightsTexts();
  return (
    <Stack gap="md">
      <RangeChoice range={range} timezone={timezone} catalog={data?.catalog} />
      <Text size="xs" className="soft" mt={-8}>
        {fill(words.hint, { zone: timezone })}
      </Text>
      <ProblemNote error={error} again={() => void refetch()} />
      {data ? <Shown insights={data} range={range} /> : !error && <Waiting />}
    </Stack>
  );
}

interface Given {
  readonly insights: Insights;
  readonly range: Range;
}

function Shown({ insights, range }: Given) {
  if (insights.byDay.length === 0) return <Empty range={range} />;
  return (
    <>
      <Figures insights={insights} range={range} />
      <Suspense fallback={<Skeleton h={320} />}>
        <Charts insights={insights} range={range} />
      </Suspense>
    </>
  );
}

function Empty({ range }: Pick<Given, "range">) {
  const words = insightsTexts();
  return (
    <Card withBorder padding="xl">
      <Stack align="center" gap="xs" py="xl">
        <Title order={2} size="h4">
          {words.empty}
        </Title>
        <Text size="sm" className="soft">
          {words.emptyHint}
        </Text>
        {may("bookings:write") && (
          <Button component={Link} href={hrefOf("/new", { date: range.from })} mt="xs">
            {words.newBooking}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

function Waiting() {
  return (
    <Stack gap="md" aria-hidden>
      <SimpleGrid cols={{ base: 2, lg: 4 }}>
        {[1, 2, 3, 4].map((each) => (
          <Skeleton key={each} h={92} />
        ))}
      </SimpleGrid>
      <Skeleton h={320} />
      <Skeleton h={320} />
    </Stack>
  );
}
