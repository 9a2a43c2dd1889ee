/** Screen 1: the departures of a day and who comes, on the screen and on paper. */
import type { Supplier } from "@slipway/client";
import { IfLoaded } from "../../parts/loaded.tsx";
import { OfSupplier } from "../../parts/of-supplier.tsx";
import { dayWords } from "../../parts/zoned-time.tsx";
import type { Params } from "../../route.ts";
import { query } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { texts } from "../../texts/texts.ts";
import { useChanges } from "../../use-changes.ts";
import { useLoad } from "../../use-load.ts";
import { dayGiven } from "../../zone.ts";
import { DayControls } from "./day-controls.tsx";
import { Departures } from "./departures.tsx";
import { isNews, loadDay } from "./load-day.ts";

export const dayScreen: Screen = {
  paths: ["/day", "/day/{date}"],
  scopes: ["bookings:read", "suppliers:read", "catalog:read", "availability:read"],
  title: ({ day }) => day.title,
  hasOwnHeading: true,
  View: DayScreen,
};

function DayScreen({ params }: { params: Params }) {
  return (
    <OfSupplier title={texts.day.title}>
      {(supplier, suppliers) => (
        <Day
          supplier={supplier}
          suppliers={suppliers}
          date={dayGiven(params["date"], supplier.timezone)}
        />
      )}
    </OfSupplier>
  );
}

interface Given {
  readonly supplier: Supplier;
  readonly suppliers: readonly Supplier[];
  readonly date: string;
}

function Day({ supplier, suppliers, date }: Given) {
  const loaded = useLoad(`${supplier.id} ${date}`, (slipway) =>
    loadDay(slipway, { supplier, date }),
  );
  const { data: sheet } = loaded;
  useChanges({ supplierId: supplier.id, since: sheet?.since }, (changed) => {
    if (sheet && changed.some((booking) => isNews(sheet, booking))) loaded.reload();
  });
  const product = query.value.get("product");
  return (
    <>
      <h1 class="no-print">{dayWords(date)}</h1>
      <DayControls
        date={date}
        supplier={supplier}
        suppliers={suppliers}
        products={sheet?.catalog.products}
      />
      <IfLoaded loaded={loaded}>
        {({ departures, catalog }) => (
          <Departures
            date={date}
            supplier={supplier}
            departures={departures.filter(
              ({ productId }) => product === null || productId === product,
            )}
            catalog={catalog}
            reload={loaded.reload}
          />
        )}
      </IfLoaded>
    </>
  );
}
