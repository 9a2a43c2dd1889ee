/** Which days of which supplier the calendar shows, and how. */
import type { Supplier } from "@slipway/client";
import { Choice } from "../../parts/choice.tsx";
import { DayInput } from "../../parts/day-input.tsx";
import { WhichSupplier } from "../../parts/of-supplier.tsx";
import { ProductChoice } from "../../parts/product-choice.tsx";
import { go, hrefOf } from "../../router.ts";
import { may } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { dayAfter } from "../../zone.ts";
import type { Shown } from "./load-calendar.ts";
import { monthAfter } from "./month.ts";
import type { Calendar } from "./use-calendar.ts";
import { hrefOn } from "./use-day-keys.ts";

interface Given {
  readonly date: string;
  readonly shown: Shown;
  readonly shownOn: (date: string) => Shown;
  readonly suppliers: readonly Supplier[];
  readonly calendar: Calendar;
}

export function CalendarControls({ date, shown, shownOn, suppliers, calendar }: Given) {
  const { day: words, calendar: own } = texts;
  const { supplier, productId, view } = shown;
  const after = (by: number): string =>
    view === "week" ? dayAfter(date, by * 7) : monthAfter(date, by);
  return (
    <div class="controls">
      <a href={hrefOn(after(-1))}>{own.previous}</a>
      <DayInput label={words.title} date={date} choose={(day) => go(hrefOn(day))} />
      <a
        href={hrefOn(after(1))}
        onPointerMove={() => calendar.near(shownOn(after(1)))}
        onPointerLeave={calendar.away}
      >
        {own.next}
      </a>
      {may("resources:read") && (
        <Choice
          label={own.view}
          value={view}
          choices={[
            { id: "month", name: own.month },
            { id: "week", name: own.week },
          ]}
          choose={(id) => go(hrefOn(date, { view: id }))}
        />
      )}
      {may("resources:write") && (
        <a href={hrefOf("/blocks", { supplier: supplier.id, product: productId, day: date })}>
          {own.block}
        </a>
      )}
      <WhichSupplier
        supplier={supplier}
        suppliers={suppliers}
        hrefFor={(id) => hrefOf(`/calendar/${date}`, { view, supplier: id })}
      />
      <ProductChoice
        products={calendar.data?.catalog.products}
        productId={productId}
        choose={(id) => go(hrefOn(date, { product: id }))}
      />
    </div>
  );
}
