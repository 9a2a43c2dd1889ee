/** Screen 9: one option, and whether it can be sold in the next 12 months. */
import type { Operations } from "@slipway/client";
import { IfLoaded } from "../../parts/loaded.tsx";
import { ZonedTime } from "../../parts/zoned-time.tsx";
import { forgetCatalog } from "../../read-catalog.ts";
import type { Params } from "../../route.ts";
import type { Screen } from "../../screen.ts";
import { may } from "../../session.ts";
import { counted, texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { OptionActions, UnitActions } from "./option-actions.tsx";
import { type SaleCheck, isMissing, saleChecksOf } from "./sale-checks.ts";

export const optionScreen: Screen = {
  paths: ["/catalog/{id}"],
  scopes: ["catalog:read", "availability:read"],
  isHidden: true,
  title: ({ catalog }) => catalog.one,
  hasOwnHeading: true,
  View: ({ params: { id = "" } }: { params: Params }) => <OneOption key={id} id={id} />,
};

const yearMs = 365 * 86_400_000;

async function loadOption(slipway: Operations, id: string) {
  const now = Date.now();
  const [from, to] = [now, now + yearMs].map((at) => new Date(at).toISOString());
  const asked = { optionId: id, from: from ?? "", to: to ?? "", include: "prices" } as const;
  const [option, departures] = await Promise.all([
    slipway.options.get(id),
    slipway.availability.list(asked),
  ]);
  const product = await slipway.products.get(option.productId);
  return { option, departures, product };
}

function OneOption({ id }: { id: string }) {
  const loaded = useLoad(id, (slipway) => loadOption(slipway, id));
  const words = texts.catalog;
  const isWriter = may("catalog:write");
  return (
    <IfLoaded loaded={loaded}>
      {(sold) => {
        const done = (): void => {
          forgetCatalog(sold.product.supplierId);
          loaded.reload();
        };
        const checks = saleChecksOf(sold);
        return (
          <>
            <h1>
              {sold.product.name}, {sold.option.name}
            </h1>
            <ul>
              {sold.option.units.map((unit) => (
                <li key={unit.id}>
                  {unit.name}{" "}
                  {isWriter && <UnitActions unit={unit} option={sold.option} done={done} />}
                </li>
              ))}
            </ul>
            {isWriter && <OptionActions option={sold.option} done={done} />}
            <h2>{words.canBeSold}</h2>
            <p>
              <strong>{checks.some(isMissing) ? words.no : words.yes}</strong>
            </p>
            <ul class="plain">
              {checks.map((check) => (
                <li key={check.of}>
                  <Check check={check} />
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </IfLoaded>
  );
}

/** So many times are named; the rest is a number. */
const namedMax = 5;

function Check({ check }: { check: SaleCheck }) {
  const words = texts.catalog;
  const isBad = isMissing(check);
  return (
    <span class={isBad ? "wrong" : ""}>
      <span aria-hidden="true">{isBad ? "✕" : "✓"}</span> {checkWords(check)}
      {check.of === "prices" &&
        check.gaps.slice(0, namedMax).map(({ startAt, timezone }) => (
          <span key={startAt}>
            {" "}
            <ZonedTime at={startAt} zone={timezone} withDay />
            {";"}
          </span>
        ))}
      {check.of === "prices" && check.gaps.length > namedMax && ` ${words.more}`}
    </span>
  );
}

function checkWords(check: SaleCheck): string {
  const words = texts.catalog;
  if (check.of === "prices")
    return check.gaps.length === 0 ? words.priced : counted(check.gaps.length, words.gaps);
  if (check.of === "approval") return check.isNeeded ? words.approval : words.direct;
  return check.count === 0 ? words.without[check.of] : counted(check.count, words[check.of]);
}
