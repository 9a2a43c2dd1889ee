/** How much of a resource is taken through the day, as a line with its peak. */
import "../calendar/calendar.css";
import { Text } from "@mantine/core";
import type { Resource } from "@slipway/client";
import { useQuery } from "@tanstack/react-query";
import { peakOf, stepsOf } from "../../../page/screens/calendar/week.ts";
import { ask } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { rangeOfDay } from "../../../page/zone.ts";
import { useSupplier } from "../../supplier.ts";
import { ResourceDay } from "../calendar/resource-day.tsx";

interface Given {
  readonly resource: Resource;
  readonly date: string;
  /** It is read anew with the day. */
  readonly since: string;
  readonly hours: { readonly from: number; readonly to: number };
}

export function Peak({ resource, date, since, hours }: Given) {
  const { timezone } = useSupplier();
  const { id, quantity, capacityPerResource } = resource;
  const { data } = useQuery({
    queryKey: ["usage", id, date, since],
    queryFn: ({ signal }) =>
      ask(({ resources }) => resources.listUsage(id, rangeOfDay(date, timezone)), signal),
    placeholderData: (before) => before,
  });
  if (!data) return null;
  const places = quantity * capacityPerResource;
  const steps = stepsOf(data, { day: date, timezone });
  const taken = peakOf(steps);
  return (
    <>
      <ResourceDay bars={[]} lanes={0} {...{ steps, hours, places }} colorOf={() => "gray"} />
      <Text size="xs" className="number" aria-hidden data-peak={taken >= places || undefined}>
        {taken}/{places}
      </Text>
      <span className="unseen">{fill(texts.calendar.peak, { taken, places })}</span>
    </>
  );
}
