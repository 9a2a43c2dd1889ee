/** A day of the calendar leads to its sheet; arrow keys find it by its date. */
import type { ComponentChildren } from "preact";
import { hrefOf } from "../../router.ts";
import type { Shown } from "./load-calendar.ts";

interface Given {
  readonly day: string;
  readonly shown: Shown;
  /** Words for a screen reader; absent: the words shown. */
  readonly words?: string;
  readonly isToday: boolean;
  readonly children: ComponentChildren;
}

export function DayLink({ day, shown: { supplier, productId }, words, isToday, children }: Given) {
  return (
    <a
      href={hrefOf(`/day/${day}`, { supplier: supplier.id, product: productId })}
      data-date={day}
      aria-label={words}
      aria-current={isToday ? "date" : undefined}
    >
      {children}
    </a>
  );
}
