/** Reads the departures of a supplier, however many options it has. */
import { type AvailabilityEntry, type Operations, isProblem } from "@slipway/client";
import { catalogOf, forgetCatalog } from "./read-catalog.ts";

/** The options, and the days of them, that one request may ask for. */
export const optionsMax = 50;
export const daysMs = 31 * 86_400_000;

interface Asked {
  readonly supplierId: string;
  /** Only of this product. */
  readonly productId?: string | undefined;
  readonly from: string;
  readonly to: string;
}

/** In no order. Where there are too many options or departures for one request, it sends several. */
export async function listDepartures(
  slipway: Operations,
  { supplierId, productId, from, to }: Asked,
): Promise<readonly AvailabilityEntry[]> {
  const { options } = await catalogOf(supplierId);
  const sold = [...options.values()].filter(
    ({ product }) => productId === undefined || product.id === productId,
  );
  const ids = sold.map(({ option }) => option.id);
  // Options that are newer than the catalogue are among those of the supplier.
  const whose = productId === undefined ? { supplierId } : { productId };
  const ranges = rangesOf(from, to);
  const read = async (some: readonly string[], isAll = false): Promise<AvailabilityEntry[]> => {
    try {
      if (some.length <= optionsMax) {
        const asked = isAll ? whose : { optionId: some.join(",") };
        const parts = ranges.map((range) => slipway.availability.list({ ...asked, ...range }));
        return (await Promise.all(parts)).flat();
      }
    } catch (error) {
      // An option that has been deleted since.
      if (isProblem(error, "NOT_FOUND")) forgetCatalog(supplierId);
      if (!isProblem(error, "RANGE_TOO_LARGE") || some.length < 2) throw error;
    }
    const half = Math.ceil(some.length / 2);
    return (await Promise.all([read(some.slice(0, half)), read(some.slice(half))])).flat();
  };
  return read(ids, true);
}

/** A month in which clocks go back has an hour more than one request takes. */
function rangesOf(from: string, to: string): { from: string; to: string }[] {
  const until = Date.parse(from) + daysMs;
  if (Date.parse(to) <= until) return [{ from, to }];
  const [last, next] = [until, until + 1].map((at) => new Date(at).toISOString());
  return [{ from, to: last ?? to }, ...rangesOf(next ?? to, to)];
}
