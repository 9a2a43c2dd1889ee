/** Screen 2: a booking is sold: what and when, for how many, at which price, and for whom. */
import type { Supplier } from "@slipway/client";
import { Choice } from "../../parts/choice.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { catalogOf } from "../../read-catalog.ts";
import { go, hrefOf, query } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { Sale } from "./sale.tsx";

export const newScreen: Screen = {
  paths: ["/new"],
  scopes: [
    "bookings:read",
    "bookings:write",
    "suppliers:read",
    "catalog:read",
    "availability:read",
  ],
  title: (words) => words.sale.title,
  View: NewScreen,
};

function NewScreen() {
  const suppliers = useLoad("suppliers", (slipway) => slipway.suppliers.list());
  const chosen = query.value.get("supplier");
  const list = suppliers.data ?? [];
  const supplier = list.find(({ id }) => id === chosen) ?? list[0];
  return (
    <>
      <h1>{texts.value.sale.title}</h1>
      {suppliers.error !== undefined && (
        <ProblemNote error={suppliers.error} again={suppliers.reload} />
      )}
      {suppliers.isLoading && <p class="empty">{texts.value.app.loading}</p>}
      {list.length > 1 && supplier && (
        <p class="controls">
          <Choice
            label={texts.value.day.supplier}
            value={supplier.id}
            choices={list}
            choose={(id) => go(hrefOf("/new", { supplier: id }), { replace: true })}
          />
        </p>
      )}
      {supplier && <OfSupplier key={supplier.id} supplier={supplier} />}
    </>
  );
}

function OfSupplier({ supplier }: { supplier: Supplier }) {
  const words = texts.value.sale;
  const catalog = useLoad(supplier.id, () => catalogOf(supplier.id));
  if (catalog.error !== undefined)
    return <ProblemNote error={catalog.error} again={catalog.reload} />;
  if (!catalog.data) return <p class="empty">{texts.value.app.loading}</p>;
  const sold = [...catalog.data.options.values()];
  const wanted = query.value.get("option");
  const found = sold.find(({ option }) => option.id === wanted);
  const isGone = wanted !== null && !found;
  const chosen = found ?? sold[0];
  if (!chosen) return <p class="empty">{texts.value.day.noProduct}</p>;
  const choices = sold.map(({ option, product }) => ({
    id: option.id,
    name: `${product.name}, ${option.name}`,
  }));
  const { option, product } = chosen;
  const start = isGone ? null : query.value.get("start");
  return (
    <>
      {isGone && <p role="alert">{words.gone}</p>}
      <p class="controls">
        <Choice
          label={words.option}
          value={option.id}
          choices={choices}
          choose={(id) =>
            go(hrefOf("/new", { supplier: supplier.id, option: id }), { replace: true })
          }
        />
      </p>
      <Sale
        key={`${option.id} ${start}`}
        optionId={option.id}
        timezone={product.timezone ?? supplier.timezone}
        supplier={supplier}
        firstStartAt={start}
      />
    </>
  );
}
