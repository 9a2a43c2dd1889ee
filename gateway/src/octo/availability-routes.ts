import { call, isRefusal, refusalOf } from "@slipway/broker";
import {
  type InputOf,
  availability as native,
  catalog,
  primitives,
  component,
} from "@slipway/contracts";
import { z } from "zod";
import { type LoadPage, type Page, everyItem } from "../route/pages.ts";
import { calendarDay, octoCalendar, wholeDays } from "./availability-calendar.ts";
import { type AskedRange, daysOf } from "./asked-days.ts";
import { instantOfAvailabilityId } from "./availability-id.ts";
import type { DepartureQuote } from "./availability-status.ts";
import { availability, octoAvailability } from "./availability.ts";
import { refuseId, refuseOcto } from "./errors.ts";
import { type OctoRequest, octoArray } from "./octo-route.ts";
import { productReads, readSold } from "./read-products.ts";

const { quoteDepartures } = native;

const id = (what: string) => z.string().max(1000).nullish().describe(`Id of the ${what}.`);
const date = (what: string) =>
  primitives.localDate
    .nullish()
    .meta({ description: `${what}, YYYY-MM-DD, local to the product.` });

const asked = {
  productId: id("product"),
  optionId: id("option of the product"),
  units: z
    .array(
      component("AvailabilityUnit", "A unit and how many of it would be booked.", {
        id: z.string().max(1000).describe("Id of a unit of the option."),
        quantity: z.int().min(0).max(100_000).describe("How many of it; 0 counts for nothing."),
      }),
    )
    .max(100)
    .nullish()
    .describe("The party. Availability and prices are those of all of it; left out: of anybody."),
  currency: z
    .string()
    .max(10)
    .nullish()
    .describe("With `octo/pricing`: currency of the prices. Only the supplier's own is possible."),
  localDateStart: date("First day"),
  localDateEnd: date("Last day, inclusive; at most 400 days"),
};

type Asked = z.output<z.ZodObject<typeof asked>>;
const called = [quoteDepartures, catalog.getCurrency, ...productReads];
type Departures = Pick<InputOf<typeof quoteDepartures>, "days" | "starts">;

const checkAvailability = octoArray("POST /availability", {
  summary: "Departures of an option, and whether the units asked for could be booked",
  name: "octo.checkAvailability",
  description:
    "Departures to come of one local day, of several days, or those with these ids. Name exactly one of the three. Ids that name no departure are left out.",
  input: z.object({
    ...asked,
    localDate: date("The only day"),
    availabilityIds: z
      .array(z.string().max(1000))
      .max(native.startsMax)
      .nullish()
      .describe(`Ids of departures, at most ${native.startsMax}; answered in this order.`),
  }),
  output: z.array(availability),
  of: called,
  weight: 2,
  load(newRequest, input) {
    const { availabilityIds, localDate } = input;
    const hasUnits = unitItemsOf(input) !== undefined;
    requireOneRange(input);
    if (!availabilityIds) {
      const days = localDate ? { from: localDate, to: localDate } : daysOf(input);
      const load = quotePages(newRequest, input, { days });
      return (at) =>
        mapped(load(at), (items) => items.map((each) => octoAvailability(each, hasUnits)));
    }
    const starts = availabilityIds.flatMap((each) => instantOfAvailabilityId(each) ?? []);
    return async () => {
      const quoted = await everyItem(quotePages(newRequest, input, { starts }));
      const items = inOrder(quoted, starts).map((each) => octoAvailability(each, hasUnits));
      return { items, next: null };
    };
  },
});

const listCalendar = octoArray("POST /availability/calendar", {
  summary: "Days on which an option departs, and whether the units asked for could be booked",
  name: "octo.listCalendar",
  description: "One entry per local day with a departure to come, by date.",
  input: z.object(asked),
  output: z.array(calendarDay),
  of: called,
  weight: 15,
  load(newRequest, input) {
    const hasUnits = unitItemsOf(input) !== undefined;
    const load = wholeDays(quotePages(newRequest, input, { days: daysOf(input) }));
    return (at) => mapped(load(at), (items) => octoCalendar(items, hasUnits));
  },
});

/** When a reseller could book what, and for how much. */
export const availabilityRoutes = [checkAvailability, listCalendar];

function requireOneRange({
  localDate,
  localDateStart,
  localDateEnd,
  availabilityIds,
}: AskedRange & {
  readonly localDate?: string | null | undefined;
  readonly availabilityIds?: readonly string[] | null | undefined;
}): void {
  const given = [localDate, localDateStart ?? localDateEnd, availabilityIds];
  if (given.filter((each) => each !== undefined && each !== null).length === 1) return;
  throw refuseOcto(
    "BAD_REQUEST",
    "Exactly one of localDate, localDateStart with localDateEnd, and availabilityIds is needed",
  );
}

/** Undefined where no unit is asked for. */
function unitItemsOf({ units }: Asked): { unitId: string; quantity: number }[] | undefined {
  const unitItems = (units ?? []).filter(({ quantity }) => quantity > 0);
  return unitItems.length === 0
    ? undefined
    : unitItems.map(({ id: unitId, quantity }) => ({ unitId, quantity }));
}

/** Each instant's departure once, in the order of the instants. */
function inOrder(quoted: readonly DepartureQuote[], instants: readonly string[]): DepartureQuote[] {
  const byStart = new Map(quoted.map((each) => [each.departure.startAt, each]));
  return [...new Set(instants)].flatMap((instant) => byStart.get(instant) ?? []);
}

/** The departures that the request asks for, in pages of the bus. */
function quotePages(
  newRequest: () => OctoRequest,
  input: Asked,
  departures: Departures,
): LoadPage<DepartureQuote> {
  const { productId, optionId } = input;
  const unitItems = unitItemsOf(input);
  return async (at) => {
    const request = newRequest();
    const isPriced = request.capabilities.has("pricing");
    if (!productId) throw refuseId("INVALID_PRODUCT_ID", "productId is needed", "");
    if (!optionId) throw await refuseOption(request, productId, "");
    const include = isPriced ? ("prices" as const) : undefined;
    try {
      const sought = { productId, optionId, party: unitItems, include, ...departures, ...at };
      const found = await call(request, quoteDepartures, sought);
      if (isPriced && at.page === undefined) await requireCurrency(request, input);
      return found;
    } catch (error) {
      if (isRefusal(error, "NOT_FOUND")) throw await refuseOption(request, productId, optionId);
      if (isRefusal(error, "UNKNOWN_UNIT")) throw refuseUnit(error, unitItems);
      throw error;
    }
  };
}

async function mapped<From, To>(
  loading: Promise<Page<From>>,
  map: (items: readonly From[]) => readonly To[],
): Promise<Page<To>> {
  const { items, next } = await loading;
  return { items: map(items), next };
}

async function requireCurrency(request: OctoRequest, { currency }: Asked): Promise<void> {
  if (!currency) return;
  const { defaultCurrency } = await call(request, catalog.getCurrency, {});
  if (currency !== defaultCurrency)
    throw refuseOcto("UNPROCESSABLE_ENTITY", `currency: prices are in ${defaultCurrency}`);
}

/** The option is not sold: by itself, or because its product is not. */
async function refuseOption(
  request: OctoRequest,
  productId: string,
  optionId: string,
): Promise<Error> {
  if (await readSold(request, productId))
    return refuseId("INVALID_OPTION_ID", "optionId names no option of the product", optionId);
  return refuseId("INVALID_PRODUCT_ID", "productId names no product", productId);
}

function refuseUnit(error: unknown, unitItems: readonly { unitId: string }[] | undefined): Error {
  const pointer = refusalOf(error)?.details.errors?.[0]?.pointer ?? "";
  const unitId = unitItems?.[Number(pointer.split("/")[2])]?.unitId ?? "";
  return refuseId("INVALID_UNIT_ID", "units: an id names no unit of the option", unitId);
}
