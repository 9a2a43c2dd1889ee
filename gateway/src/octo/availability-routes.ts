import { call, isRefusal, refusalOf } from "@slipway/broker";
import {
  type InputOf,
  availability as native,
  catalog,
  primitives,
  read,
} from "@slipway/contracts";
import { z } from "zod";
import { everyItem } from "../pages.ts";
import { octoCalendar, calendarDay } from "./availability-calendar.ts";
import { instantOfAvailabilityId } from "./availability-id.ts";
import type { DepartureQuote } from "./availability-status.ts";
import { availability, octoAvailability } from "./availability.ts";
import { refuseOcto } from "./errors.ts";
import { type OctoRequest, octoRoute } from "./octo-route.ts";

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
      z
        .object({
          id: z.string().max(1000).describe("Id of a unit of the option."),
          quantity: z.int().min(0).max(100_000).describe("How many of it; 0 counts for nothing."),
        })
        .meta({
          id: "AvailabilityUnit",
          description: "A unit and how many of it would be booked.",
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
type Departures = Pick<InputOf<typeof quoteDepartures>, "days" | "starts">;

const checkAvailability = octoRoute("POST /availability", {
  summary: "Departures of an option, and whether the units asked for could be booked",
  contract: read("octo.checkAvailability", {
    about: {
      description:
        "Departures to come of one local day, of several days, or those with these ids. Name exactly one of the three. Ids that name no departure are left out.",
    },
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
  }),
  of: [quoteDepartures, catalog.getCurrency, catalog.getProductFacts],
  async run(request, input) {
    const { localDate, availabilityIds } = input;
    const ranges = [localDate, input.localDateStart ?? input.localDateEnd, availabilityIds];
    if (ranges.filter((each) => typeof each === "string" || Array.isArray(each)).length !== 1)
      throw refuseOcto(
        "BAD_REQUEST",
        "Exactly one of localDate, localDateStart with localDateEnd, and availabilityIds is needed",
      );
    const instants = availabilityIds?.flatMap((each) => instantOfAvailabilityId(each) ?? []);
    const departures = instants
      ? { starts: instants }
      : { days: daysOf(localDate ? oneDay(localDate) : input) };
    const quoted = await quote(request, input, departures);
    const ordered = instants ? inOrder(quoted, instants) : quoted;
    const hasUnits = partyOf(input) !== undefined;
    return { body: ordered.map((each) => octoAvailability(each, hasUnits)) };
  },
});

const listCalendar = octoRoute("POST /availability/calendar", {
  summary: "Days on which an option departs, and whether the units asked for could be booked",
  contract: read("octo.listCalendar", {
    about: { description: "One entry per local day with a departure to come, by date." },
    input: z.object(asked),
    output: z.array(calendarDay),
  }),
  of: [quoteDepartures, catalog.getCurrency, catalog.getProductFacts],
  async run(request, input) {
    const quoted = await quote(request, input, { days: daysOf(input) });
    return { body: octoCalendar(quoted, partyOf(input) !== undefined) };
  },
});

/** When a reseller could book what, and for how much. */
export const availabilityRoutes = [checkAvailability, listCalendar];

function oneDay(day: string): Pick<Asked, "localDateStart" | "localDateEnd"> {
  return { localDateStart: day, localDateEnd: day };
}

function daysOf({
  localDateStart: from,
  localDateEnd: to,
}: Pick<Asked, "localDateStart" | "localDateEnd">): { from: string; to: string } {
  if (!from || !to)
    throw refuseOcto("BAD_REQUEST", "localDateStart and localDateEnd are both needed");
  if (from > to) throw refuseOcto("BAD_REQUEST", "localDateStart must not be after localDateEnd");
  return { from, to };
}

/** Undefined where no unit is asked for. */
function partyOf({ units }: Asked): { unitId: string; quantity: number }[] | undefined {
  const party = (units ?? []).filter(({ quantity }) => quantity > 0);
  return party.length === 0
    ? undefined
    : party.map(({ id: unitId, quantity }) => ({ unitId, quantity }));
}

/** Each instant's departure once, in the order of the instants. */
function inOrder(quoted: readonly DepartureQuote[], instants: readonly string[]): DepartureQuote[] {
  const byStart = new Map(quoted.map((each) => [each.departure.startAt, each]));
  return [...new Set(instants)].flatMap((instant) => byStart.get(instant) ?? []);
}

async function quote(
  request: OctoRequest,
  input: Asked,
  departures: Departures,
): Promise<DepartureQuote[]> {
  const { productId, optionId } = input;
  const isPriced = request.capabilities.has("pricing");
  const party = partyOf(input);
  if (!productId) throw refuseOcto("INVALID_PRODUCT_ID", "productId is needed", { productId: "" });
  if (!optionId) throw await refuseOption(request, productId, optionId);
  const sought = { productId, optionId, party, ...departures };
  const include = isPriced ? ("prices" as const) : undefined;
  try {
    const found = await everyItem((page) =>
      call(request, quoteDepartures, { ...sought, include, ...page }),
    );
    if (isPriced) await requireCurrency(request, input);
    return found;
  } catch (error) {
    if (isRefusal(error, "NOT_FOUND")) throw await refuseOption(request, productId, optionId);
    if (isRefusal(error, "UNKNOWN_UNIT")) throw refuseUnit(error, party);
    throw error;
  }
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
  optionId: string | null | undefined,
): Promise<Error> {
  if (await isSold(request, productId))
    return refuseOcto("INVALID_OPTION_ID", "optionId names no option of the product", {
      optionId: optionId ?? "",
    });
  return refuseOcto("INVALID_PRODUCT_ID", "productId names no product", { productId });
}

async function isSold({ channel, ...request }: OctoRequest, productId: string): Promise<boolean> {
  try {
    const found = await call(request, catalog.getProductFacts, { productId });
    return found.supplierId === channel.supplierId && !found.archived;
  } catch (error) {
    if (isRefusal(error, "NOT_FOUND")) return false;
    throw error;
  }
}

function refuseUnit(error: unknown, party: readonly { unitId: string }[] | undefined): Error {
  const pointer = refusalOf(error)?.details.errors?.[0]?.pointer ?? "";
  const unitId = party?.[Number(pointer.split("/")[2])]?.unitId ?? "";
  return refuseOcto("INVALID_UNIT_ID", "units: an id names no unit of the option", { unitId });
}
