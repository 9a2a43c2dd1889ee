/** Shows the option that the address names, else the supplier's first, below the choice of another. */
import type { ComponentChildren } from "preact";
import type { Supplier } from "@slipway/client";
import { type SoldOption, soldWords } from "../catalog.ts";
import { catalogOf } from "../read-catalog.ts";
import { go, hrefOf, query } from "../router.ts";
import { texts } from "../texts/texts.ts";
import { useLoad } from "../use-load.ts";
import { numbered } from "./choice-by-text.ts";
import { IfLoaded } from "./loaded.tsx";
import { TypedChoice } from "./typed-choice.tsx";

interface Given {
  readonly supplier: Supplier;
  /** The address of the screen below /console. */
  readonly path: string;
  /** `isOther`: the address names an option that is not sold any more, so this is another one. */
  readonly children: (
    sold: SoldOption & { readonly zone: string },
    isOther: boolean,
  ) => ComponentChildren;
}

export function OfOption({ supplier, path, children }: Given) {
  const { sale: words, day } = texts;
  const catalog = useLoad(supplier.id, () => catalogOf(supplier.id));
  return (
    <IfLoaded loaded={catalog}>
      {({ options }) => {
        const all = [...options.values()];
        const wanted = query.value.get("option");
        const found = all.find(({ option }) => option.id === wanted);
        const isOther = wanted !== null && !found;
        const sold = found ?? all[0];
        if (!sold) return <p class="minor">{day.noProduct}</p>;
        return (
          <>
            {isOther && <p role="alert">{words.gone}</p>}
            <p class="controls">
              <TypedChoice
                label={words.option}
                value={sold.option.id}
                choices={numbered(
                  all.map((each) => ({ id: each.option.id, name: soldWords(each) })),
                )}
                choose={(option) =>
                  go(hrefOf(path, { supplier: supplier.id, option }), { replace: true })
                }
              />
            </p>
            {children({ ...sold, zone: sold.product.timezone ?? supplier.timezone }, isOther)}
          </>
        );
      }}
    </IfLoaded>
  );
}
