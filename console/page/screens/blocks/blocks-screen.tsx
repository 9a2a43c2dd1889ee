/** Screen 7: times in which a product is not sold. */
import type { AvailabilityBlock, Supplier } from "@slipway/client";
import type { Catalog } from "../../catalog.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { SupplierScreen } from "../../parts/of-supplier.tsx";
import { ZonedTime, timeWords } from "../../parts/zoned-time.tsx";
import { catalogOf } from "../../read-catalog.ts";
import type { Screen } from "../../screen.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { BlockForm } from "./block-form.tsx";

export const blocksScreen: Screen = {
  paths: ["/blocks"],
  scopes: ["resources:write", "availability:read", "catalog:read", "suppliers:read"],
  title: ({ blocks }) => blocks.title,
  View: BlocksScreen,
};

function BlocksScreen() {
  return (
    <SupplierScreen path="/blocks">{(supplier) => <Blocks supplier={supplier} />}</SupplierScreen>
  );
}

/** No block of today's is that far away. */
const yearsMs = 10 * 366 * 86_400_000;

function Blocks({ supplier }: { supplier: Supplier }) {
  const loaded = useLoad(supplier.id, async (slipway) => {
    const [from, to] = [Date.now(), Date.now() + yearsMs].map((at) => new Date(at).toISOString());
    const [catalog, blocks] = await Promise.all([
      catalogOf(supplier.id),
      slipway.availabilityBlocks.list({ from: from ?? "", to: to ?? "" }),
    ]);
    return { catalog, blocks };
  });
  return (
    <IfLoaded loaded={loaded}>
      {({ catalog, blocks }) => (
        <>
          <BlockForm supplier={supplier} products={catalog.products} done={loaded.reload} />
          <ComingBlocks
            blocks={blocks}
            products={catalog.products}
            timezone={supplier.timezone}
            done={loaded.reload}
          />
        </>
      )}
    </IfLoaded>
  );
}

interface ListGiven extends Pick<Catalog, "products"> {
  readonly blocks: readonly AvailabilityBlock[];
  readonly timezone: string;
  readonly done: () => void;
}

function ComingBlocks({ blocks, products, timezone, done }: ListGiven) {
  const { blocks: words, day } = texts;
  const productOf = new Map(products.map((product) => [product.id, product]));
  const zoneOf = ({ productId }: AvailabilityBlock): string =>
    productOf.get(productId)?.timezone ?? timezone;
  const nameOf = ({ productId }: AvailabilityBlock): string => productOf.get(productId)?.name ?? "";
  return (
    <DataList
      caption={words.coming}
      rows={blocks.filter(({ productId }) => productOf.has(productId))}
      keyOf={({ id }) => id}
      empty={words.none}
      columns={[
        { title: day.product, cell: nameOf },
        {
          title: words.from,
          cell: (block) => <ZonedTime at={block.startAt} zone={zoneOf(block)} withDay />,
        },
        {
          title: words.to,
          cell: (block) => <ZonedTime at={block.endAt} zone={zoneOf(block)} withDay />,
        },
        { title: words.note, cell: ({ note }) => note },
        {
          title: day.unblock,
          cell: (block) => (
            <ConfirmButton
              label={day.unblock}
              name={`${nameOf(block)}, ${timeWords(block.startAt, zoneOf(block), true)}`}
              act={({ availabilityBlocks }) => availabilityBlocks.delete(block.id)}
              done={done}
            >
              {fill(words.removeHint, {
                from: timeWords(block.startAt, zoneOf(block), true),
                to: timeWords(block.endAt, zoneOf(block), true),
              })}
            </ConfirmButton>
          ),
        },
      ]}
    />
  );
}
