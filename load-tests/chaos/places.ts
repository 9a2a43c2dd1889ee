/** The places of resources and departures, as the API shows them, against what bookings take at every instant. */
import { type Booking, isLive } from "./booking.ts";
import type { Checked } from "./check-stored.ts";
import { startAt } from "./stage.ts";

/** I1: at no instant is more taken than there is; and what is said to be free is what is left. */
export async function placeFindings(
  checked: Checked,
  bookings: readonly Booking[],
): Promise<string[]> {
  const resources = await resourcesOf(checked, bookings);
  return [
    ...[...resources].flatMap(([id, resource]) => [
      ...lostFindings(checked, id, resource),
      ...oversoldFindings(id, resource),
    ]),
    ...(await vacancyFindings(checked, resources)),
  ];
}

interface Resource {
  readonly places: number;
  readonly takings: Taking[];
}

async function resourcesOf(
  { api, stage, now }: Checked,
  bookings: readonly Booking[],
): Promise<Map<string, Resource>> {
  const lines = [...stage.lines, ...stage.resold];
  const durations = new Map(lines.map((line) => [line.optionId, line.durationMinutes]));
  const durationMinutesOf = (optionId: string): number => durations.get(optionId) ?? 0;
  const resources = new Map<string, Resource>();
  for (const id of new Set(lines.flatMap(({ resourceIds }) => resourceIds))) {
    const { quantity, capacityPerResource } = await api.resources.get(id);
    const takings = takingsOf(id, bookings, { now: now(), durationMinutesOf });
    resources.set(id, { places: quantity * capacityPerResource, takings });
  }
  return resources;
}

/** A resource has the places of the last resize that was answered, or of one whose outcome is not known. */
function lostFindings({ journal }: Checked, id: string, { places }: Resource): string[] {
  const { acked = 0, isUncertain = false, late = [] } = journal.resources.get(id) ?? {};
  const isKept = acked === 0 || acked === places || late.includes(places);
  return isUncertain || isKept
    ? []
    : [`lost: ${id} was answered to have ${acked} places, and has ${places}`];
}

function oversoldFindings(id: string, { places, takings }: Resource): string[] {
  const peak = peakOf(takings);
  if (peak.places <= places) return [];
  const at = new Date(peak.at).toISOString();
  const by = peak.bookingIds.join(", ");
  return [`OVERSOLD: ${peak.places} of ${places} places of ${id} at ${at}: ${by}`];
}

async function vacancyFindings(
  { api, stage, day }: Checked,
  resources: ReadonlyMap<string, Resource>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const { optionId, durationMinutes, resourceIds } of [...stage.lines, ...stage.resold]) {
    const all = { from: startAt(day, "00:00"), to: startAt(day, "23:59") };
    for (const { startAt: at, vacancies } of await api.availability.list({ optionId, ...all })) {
      const from = Date.parse(at);
      const span = { from, until: from + durationMinutes * 60_000 };
      const free = resourceIds.map((id) => {
        const { places, takings } = resources.get(id) ?? { places: 0, takings: [] };
        return places - peakOf(takings, span).places;
      });
      const expected = Math.max(0, Math.min(...free));
      if (vacancies !== expected)
        findings.push(
          `vacancies: ${optionId} at ${at} has ${vacancies}, and bookings leave ${expected}`,
        );
    }
  }
  return findings;
}

/** A taking of places from an instant until before another. */
export interface Taking {
  readonly from: number;
  readonly until: number;
  readonly places: number;
  readonly bookingId: string;
}

/** The places of a resource that the bookings that live now take, by their own usage snapshots and windows. */
export function takingsOf(
  resourceId: string,
  bookings: readonly Booking[],
  { now, durationMinutesOf }: { now: number; durationMinutesOf: (optionId: string) => number },
): Taking[] {
  return bookings
    .filter((booking) => isLive(booking, now))
    .flatMap(({ id: bookingId, optionId, startAt: at, resourceUsageSnapshot }) => {
      const from = Date.parse(at);
      const until = from + durationMinutesOf(optionId) * 60_000;
      return (resourceUsageSnapshot?.items ?? [])
        .filter((item) => item.resourceId === resourceId)
        .map(({ capacityPlaces: places }) => ({ from, until, places, bookingId }));
    });
}

export interface Peak {
  readonly places: number;
  readonly at: number;
  /** The bookings that take them. */
  readonly bookingIds: readonly string[];
}

/** The most that is taken at one instant of a span, and where. */
export function peakOf(
  takings: readonly Taking[],
  span: { from: number; until: number } = { from: -Infinity, until: Infinity },
): Peak {
  const within = takings.filter(({ from, until }) => from < span.until && until > span.from);
  // The sum grows only where something begins.
  const peaks = within.map(({ from }) => {
    const at = Math.max(from, span.from);
    const there = within.filter((taking) => taking.from <= at && taking.until > at);
    const places = there.reduce((sum, taking) => sum + taking.places, 0);
    return { places, at, bookingIds: there.map(({ bookingId }) => bookingId) };
  });
  return peaks.reduce((most, peak) => (peak.places > most.places ? peak : most), {
    places: 0,
    at: 0,
    bookingIds: [],
  });
}
