/** The charts of a range. Amounts of each currency have charts of their own. */
import "@mantine/charts/styles.css";
import { Grid } from "@mantine/core";
import { GuestsChart } from "./guests-chart.tsx";
import type { Insights } from "./load-insights.ts";
import { OccupancyChart } from "./occupancy-chart.tsx";
import type { Range } from "./periods.ts";
import { ProductShare } from "./product-share.tsx";
import { Sources } from "./sources.tsx";
import { ValueChart } from "./value-chart.tsx";

interface Given {
  readonly insights: Insights;
  readonly range: Range;
}

export function Charts({ insights, range }: Given) {
  const currencies = [...new Set(insights.byDay.map(({ currency }) => currency))];
  return (
    <>
      {currencies.map((currency) => (
        <Grid key={currency} gap="md" align="stretch">
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <ValueChart insights={insights} range={range} currency={currency} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <ProductShare insights={insights} currency={currency} />
          </Grid.Col>
        </Grid>
      ))}
      <GuestsChart insights={insights} range={range} />
      <Grid gap="md" align="stretch">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <OccupancyChart insights={insights} range={range} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Sources insights={insights} />
        </Grid.Col>
      </Grid>
    </>
  );
}
