/** Which day of which supplier is shown. */
import type { Product, Supplier } from "@slipway/client";
import { DayInput } from "../../parts/day-input.tsx";
import { WhichSupplier } from "../../parts/of-supplier.tsx";
import { ProductChoice } from "../../parts/product-choice.tsx";
import { go, hrefOf, query } from "../../router.ts";
import { texts } from "../../texts/texts.ts";
import { useKeys } from "../../use-keys.ts";
import { dayAfter } from "../../zone.ts";

interface Given {
  readonly date: string;
  readonly supplier: Supplier;
  readonly suppliers: readonly Supplier[];
  readonly products: readonly Product[] | undefined;
}

export function DayControls({ date, supplier, suppliers, products }: Given) {
  const words = texts.day;
  const product = query.value.get("product") ?? undefined;
  const at = (day: string): string => hrefOf(`/day/${day}`, { supplier: supplier.id, product });
  useKeys({
    ArrowLeft: () => go(at(dayAfter(date, -1))),
    ArrowRight: () => go(at(dayAfter(date))),
  });
  return (
    <div class="controls">
      <a href={at(dayAfter(date, -1))}>{words.previous}</a>
      <DayInput label={words.title} date={date} choose={(day) => go(at(day))} />
      <a href={at(dayAfter(date))}>{words.next}</a>
      <a href={hrefOf("/day", { supplier: supplier.id, product })}>{words.today}</a>
      <WhichSupplier
        supplier={supplier}
        suppliers={suppliers}
        hrefFor={(id) => hrefOf(`/day/${date}`, { supplier: id })}
      />
      <ProductChoice
        products={products}
        productId={product}
        choose={(id) => go(hrefOf(`/day/${date}`, { supplier: supplier.id, product: id }))}
      />
    </div>
  );
}
