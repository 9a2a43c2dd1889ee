/** Screen 8: a resource on one day, and its numbers. */
import { soldWords } from "../../catalog.ts";
import { DayInput } from "../../parts/day-input.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { dayWords } from "../../parts/zoned-time.tsx";
import { catalogOf } from "../../read-catalog.ts";
import type { Params } from "../../route.ts";
import { go, hrefOf, path, query } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { dayAfter, dayGiven, rangeOfDay } from "../../zone.ts";
import { usersOf } from "./load-resources.ts";
import { ResourceForm } from "./resource-form.tsx";
import { placesWords } from "./resources-screen.tsx";
import { UsageBars } from "./usage-bars.tsx";

export const resourceScreen: Screen = {
  paths: ["/resources/{id}"],
  scopes: ["resources:read", "suppliers:read", "catalog:read"],
  isHidden: true,
  title: ({ resources }) => resources.one,
  hasOwnHeading: true,
  View: ({ params: { id = "" } }: { params: Params }) => <OneResource key={id} id={id} />,
};

function OneResource({ id }: { id: string }) {
  const loaded = useLoad(id, async ({ resources, suppliers }) => {
    const resource = await resources.get(id);
    const [supplier, catalog] = await Promise.all([
      suppliers.get(resource.supplierId),
      catalogOf(resource.supplierId),
    ]);
    return { resource, supplier, catalog };
  });
  const words = texts.resources;
  return (
    <IfLoaded loaded={loaded}>
      {({ resource, supplier, catalog }) => (
        <>
          <h1>{resource.name}</h1>
          <p>
            {placesWords(resource)}. {words.usedBy}: {usersOf(resource, catalog).join("; ")}
          </p>
          <p class="controls">
            <ResourceForm supplier={supplier} resource={resource} done={loaded.reload} />
          </p>
          <Day
            id={id}
            zone={supplier.timezone}
            places={resource.quantity * resource.capacityPerResource}
            names={
              new Map([...catalog.options].map(([optionId, sold]) => [optionId, soldWords(sold)]))
            }
          />
        </>
      )}
    </IfLoaded>
  );
}

interface DayGiven {
  readonly id: string;
  readonly zone: string;
  readonly places: number;
  readonly names: ReadonlyMap<string, string>;
}

function Day({ id, zone, places, names }: DayGiven) {
  const day = dayGiven(query.value.get("day"), zone);
  const range = rangeOfDay(day, zone);
  const usage = useLoad(`${id} ${day}`, ({ resources }) => resources.listUsage(id, range));
  const words = texts.day;
  const at = (date: string): string =>
    hrefOf(path.value, { ...Object.fromEntries(query.value), day: date });
  return (
    <>
      <h2>{dayWords(day)}</h2>
      <div class="controls">
        <a href={at(dayAfter(day, -1))}>{words.previous}</a>
        <DayInput label={words.title} date={day} choose={(date) => go(at(date))} />
        <a href={at(dayAfter(day))}>{words.next}</a>
      </div>
      <IfLoaded loaded={usage}>
        {(taken) => (
          <UsageBars usage={taken} range={range} zone={zone} places={places} names={names} />
        )}
      </IfLoaded>
    </>
  );
}
