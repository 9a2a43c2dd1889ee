import { type QuotaName, quotaDemand, quotaNames, quotaPattern } from "@slipway/store";
import { z } from "zod";

const quota = z.string().regex(quotaPattern).optional();

/** How much a tenant may have, as the environment names it; services read them by these names. */
export const quotaSettings = ofEach(quota);

/** What each of them must be, for the sentence that refuses a wrong one. */
export const quotaDemands = ofEach(quotaDemand);

function ofEach<Value>(value: Value): Readonly<Record<QuotaName, Value>> {
  return Object.fromEntries(quotaNames.map((name) => [name, value])) as Record<QuotaName, Value>;
}
