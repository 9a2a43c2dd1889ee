/** The bookings of a supplier that the filter finds, read anew when some change. */
import type { Booking, Operations, Supplier } from "@slipway/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { answerTime } from "../../../page/answer-time.ts";
import { ownSource } from "../../../page/parts/sale-words.ts";
import { catalogOf } from "../../../page/read-catalog.ts";
import { endedCount } from "../../../page/screens/holds/decisions.ts";
import { ask, may } from "../../../page/session.ts";
import { useChanges } from "../../../page/use-changes.ts";
import { dayAfter, dayIn } from "../../../page/zone.ts";
import { type Filter, askedOf } from "./filter.ts";

/** As many as one request takes. */
const pageLength = 100;
/** Sources are those of bookings that start at most so many days before or after today. */
const sourceDays = 190;

export function useBookings(supplier: Supplier, filter: Filter, pages: number) {
  const sources = useSources(supplier);
  const isOfResellers = filter.view === "resellers" && filter.source === null;
  const known = sources?.filter((each) => each !== ownSource);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    queryKey: ["bookings", supplier.id, filter, pages, isOfResellers && known],
    queryFn: ({ signal }) =>
      ask(
        (slipway) =>
          load(slipway, { supplier, filter, pages, sources: isOfResellers ? known : undefined }),
        signal,
      ),
    enabled: !isOfResellers || known !== undefined,
    placeholderData: keepPreviousData,
  });
  useChanges({ supplierId: supplier.id, since: data?.since }, () => void refetch());
  const ended = endedCount.value;
  useEffect(() => {
    if (ended > 0) void refetch();
  }, [ended, refetch]);
  return {
    data,
    error,
    isFetching,
    isOld: isPlaceholderData,
    sources,
    reload: () => void refetch(),
  };
}

/** Where bookings come from. */
function useSources({ id: supplierId, timezone }: Supplier): readonly string[] | undefined {
  const today = dayIn(new Date(), timezone);
  const { data } = useQuery({
    queryKey: ["sources", supplierId, today],
    queryFn: ({ signal }) =>
      ask(async ({ stats }) => {
        const [from, to] = [dayAfter(today, -sourceDays), dayAfter(today, sourceDays)];
        const sums = await stats.list({ supplierId, timezone, from, to, by: "source" });
        return [...new Set(sums.flatMap(({ source }) => source ?? []))].toSorted();
      }, signal),
    staleTime: 60_000,
  });
  return data;
}

interface Asked {
  readonly supplier: Supplier;
  readonly filter: Filter;
  readonly pages: number;
  /** Undefined: of any, or of the one that the filter names. */
  readonly sources: readonly string[] | undefined;
}

async function load(slipway: Operations, { supplier, filter, pages, sources }: Asked) {
  const { id: supplierId, timezone } = supplier;
  const query = askedOf(filter, dayIn(new Date(), timezone), timezone);
  const from = sources ?? [filter.source ?? undefined];
  const offsets = Array.from({ length: pages }, (_, page) => page * pageLength);
  const [catalog, ...lists] = await Promise.all([
    may("catalog:read") ? catalogOf(supplierId) : undefined,
    ...from.flatMap((source) =>
      offsets.map((offset) =>
        slipway.bookings
          .list({ ...query, supplierId, source, limit: pageLength, offset })
          .withResponse(),
      ),
    ),
  ]);
  const found = lists.flatMap(({ data }) => data.items);
  const totals = lists.filter((_, index) => index % pages === 0).map(({ data }) => data.total);
  const [first] = lists;
  return {
    bookings: from.length > 1 ? found.toSorted(orderOf(filter)) : found,
    total: totals.reduce((sum, each) => sum + each, 0),
    catalog,
    since: first ? answerTime(first.response).since : new Date().toISOString(),
  };
}

function orderOf({ sort }: Filter): (a: Booking, b: Booking) => number {
  return sort === "startAt"
    ? (a, b) => a.startAt.localeCompare(b.startAt)
    : (a, b) => b.createdAt.localeCompare(a.createdAt);
}
