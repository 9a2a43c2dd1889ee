/** Screen 6: when an option departs, and what a change of that would do. */
import { OfOption } from "../../parts/of-option.tsx";
import { SupplierScreen } from "../../parts/of-supplier.tsx";
import type { Screen } from "../../screen.ts";
import { Prices } from "./prices.tsx";
import { Season } from "./season.tsx";

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
          {({ option: { id }, zone }) => (
            <div key={id}>
              <Season optionId={id} zone={zone} />
              <Prices optionId={id} zone={zone} />
            </div>
          )}
        </OfOption>
      )}
    </SupplierScreen>
  );
}
