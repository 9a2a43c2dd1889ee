/** A ferry to sell, made by the typed client. */
import { createClient } from "@slipway/client";
import { makeOptionOnBoat } from "@slipway/dev/shop";
import { testPatience } from "@slipway/dev/testing-request";
import type { Client as Gateway } from "./client.ts";
import { everyDay } from "./world.ts";

export interface Ferry {
  readonly key: string;
  readonly optionId: string;
  readonly unitId: string;
}

/** A tenant with one boat that departs every day; an adult pays 12.50. */
export async function aFerry(gateway: Gateway, seats: number): Promise<Ferry> {
  const { key } = await gateway.aKey();
  const slipway = createClient({ baseUrl: gateway.url, apiKey: key, ...testPatience });
  const { startTimes } = everyDay;
  const { optionId, unitId } = await makeOptionOnBoat(slipway, { seats, startTimes });
  return { key, optionId, unitId };
}
