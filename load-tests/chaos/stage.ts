/** A shop with so few seats that nearly every sale is about the last ones. */
import type { Slipway } from "@slipway/client";
import { makeOption } from "@slipway/dev/shop";

export interface Line {
  readonly productId: string;
  readonly optionId: string;
  readonly unitId: string;
  readonly durationMinutes: number;
  /** Times of the day, UTC. */
  readonly times: readonly string[];
  /** Each participant takes one place of each. */
  readonly resourceIds: readonly string[];
}

export interface Stage {
  readonly supplierId: string;
  readonly lines: readonly Line[];
  /** The lines that the reseller sells beside them: two products, so that a booking moves from one to the other. */
  readonly resold: readonly Line[];
  /** Resources of `lines`; their sizes change. */
  readonly resourceIds: readonly string[];
}

type Plan = Pick<Line, "durationMinutes" | "times" | "resourceIds"> & {
  readonly metadata?: Readonly<Record<string, unknown>>;
};

const approved = { metadata: { directBooking: false } };

export async function makeStage(api: Slipway): Promise<Stage> {
  const { suppliers, resources } = api;
  const { id: supplierId } = await suppliers.create({ name: "Chaos ferries", timezone: "UTC" });
  const resource = async (name: string, seats: number): Promise<string> =>
    (await resources.create({ supplierId, name, quantity: 1, capacityPerResource: seats })).id;
  const boat = await resource("Boat", 3);
  const guide = await resource("Guide", 2);
  const night = await resource("Night boat", 2);
  const ferry = await resource("Ferry", 10);

  async function line({ times, resourceIds, durationMinutes, metadata = {} }: Plan): Promise<Line> {
    const plan = { supplierId, resourceIds, startTimes: times, durationMinutes, metadata };
    return { ...(await makeOption(api, plan)), durationMinutes, times, resourceIds };
  }
  const lines = [
    // Departures of one option that overlap.
    await line({ times: ["10:00", "10:30"], durationMinutes: 60, resourceIds: [boat] }),
    // Another option beside them, on the same boat and with a guide.
    await line({ times: ["10:15", "14:00"], durationMinutes: 60, resourceIds: [boat, guide] }),
    // Over midnight, so that a claim is on two days; the operator approves.
    await line({ times: ["23:30"], durationMinutes: 90, resourceIds: [night], ...approved }),
  ];
  const resold = [
    await line({ times: ["09:00", "12:00"], durationMinutes: 60, resourceIds: [ferry] }),
    await line({ times: ["10:00", "13:00"], durationMinutes: 60, resourceIds: [ferry] }),
  ];
  return { supplierId, lines, resold, resourceIds: [boat, guide, night] };
}

/** The instant of a time on a day, YYYY-MM-DD. */
export function startAt(day: string, time: string): string {
  return `${day}T${time}:00.000Z`;
}

/** A day of chaos's own for each round, far enough ahead. */
export function dayOf(round: number): string {
  const at = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 2, 1 + 2 * round));
  return at.toISOString().slice(0, 10);
}
