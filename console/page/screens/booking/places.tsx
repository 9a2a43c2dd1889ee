/** The places that the booking takes of resources. */
import type { Booking, UsedResource } from "@slipway/client";
import { DataList } from "../../parts/data-list.tsx";
import { texts } from "../../texts/texts.ts";

export function Places({ booking: { resourceUsageSnapshot } }: { booking: Booking }) {
  const words = texts.booking;
  const { places } = texts.day;
  return (
    <section>
      <h2>{places}</h2>
      <DataList<UsedResource>
        caption={places}
        empty={words.noPlaces}
        rows={resourceUsageSnapshot?.items ?? []}
        keyOf={({ resourceId }) => resourceId}
        columns={[
          { title: texts.resources.one, cell: ({ name }) => name },
          { title: places, cell: ({ capacityPlaces }) => capacityPlaces, isNumber: true },
          { title: words.whole, cell: ({ resourceQuantity }) => resourceQuantity, isNumber: true },
        ]}
      />
    </section>
  );
}
