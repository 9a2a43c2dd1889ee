/** Screen 2: a booking is sold: what and when, for how many, at which price, and for whom. */
import { OfOption } from "../../parts/of-option.tsx";
import { SupplierScreen } from "../../parts/of-supplier.tsx";
import { query } from "../../router.ts";
import type { Screen } from "../../screen.ts";
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
  return (
    <SupplierScreen path="/new">
      {(supplier) => (
        <OfOption supplier={supplier} path="/new">
          {({ option, zone }, isOther) => {
            const start = isOther ? null : query.value.get("start");
            return (
              <Sale
                key={`${option.id} ${start}`}
                optionId={option.id}
                timezone={zone}
                supplier={supplier}
                firstStartAt={start}
              />
            );
          }}
        </OfOption>
      )}
    </SupplierScreen>
  );
}
