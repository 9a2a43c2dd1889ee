/** Screen 6: when an option departs, and what a change of that would do. */
import { useState } from "preact/hooks";
import { plainWords } from "../../parts/change-list.tsx";
import { OfOption } from "../../parts/of-option.tsx";
import { SupplierScreen } from "../../parts/of-supplier.tsx";
import { dateWords } from "../../parts/zoned-time.tsx";
import type { Screen } from "../../screen.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { dayIn } from "../../zone.ts";
import { Prices } from "./prices.tsx";
import { Season } from "./season.tsx";
import { clockChanges } from "./year.ts";

const leapDay = "02-29";

export const seasonsScreen: Screen = {
  paths: ["/seasons"],
  scopes: ["resources:write", "availability:read", "catalog:read", "suppliers:read"],
  title: ({ seasons }) => seasons.title,
  View: SeasonsScreen,
};

function SeasonsScreen() {
  return (
    <SupplierScreen path="/seasons">
      {(supplier) => (
        <OfOption supplier={supplier} path="/seasons">
          {({ option: { id }, zone }) => <Year key={id} optionId={id} zone={zone} />}
        </OfOption>
      )}
    </SupplierScreen>
  );
}

/** Marks on each strip the leap day and the days of clock changes, which differ from year to year. */
function Year({ optionId, zone }: { optionId: string; zone: string }) {
  const [changes] = useState(() => clockChanges(dayIn(new Date(), zone), zone));
  const marked = [leapDay, ...changes];
  const days = changes.map((day) => dateWords(day, { dateStyle: "medium" })).join("; ");
  return (
    <>
      <Season optionId={optionId} zone={zone} marked={marked} />
      <p class="mark">{fill(texts.seasons.marked, { days: plainWords(days) })}</p>
      <Prices optionId={optionId} zone={zone} marked={marked} />
    </>
  );
}
