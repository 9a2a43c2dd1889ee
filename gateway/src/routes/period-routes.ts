/** When options depart, and what they cost then. */
import { availability, catalog } from "@slipway/contracts";
import { mebibyte } from "../constants.ts";
import { routesOf } from "../route/route.ts";

export const periodRoutes = routesOf(["availability:read", "resources:write"], {
  "GET /options/{id}/availability-periods": [
    availability.listPeriods,
    "Availability periods of an option, active ones unless asked otherwise",
    { operationId: "listAvailabilityPeriods", paged: true },
  ],
  "POST /options/{id}/availability-periods": [
    availability.createPeriod,
    "Adds an availability period to an option",
    { operationId: "createAvailabilityPeriod" },
  ],
  "POST /options/{id}/availability-periods/import": [
    availability.importPeriods,
    "Adds the availability periods that a recurrence rule says",
    {
      operationId: "importAvailabilityPeriods",
      // Its days are compared over three years.
      costBytes: mebibyte,
    },
  ],
  "POST /options/{id}/availability-periods/quote": [
    availability.quotePeriods,
    "Quotes a change of an option's availability periods",
    {
      operationId: "quoteAvailabilityPeriods",
      status: 200,
      // It looks at the departures of a year twice, and asks nobody for their places.
      weight: 15,
      // However few days are asked for, a month of both is derived.
      costBytes: mebibyte,
    },
  ],
  "PATCH /options/{id}/availability-periods/{periodId}": [
    availability.updatePeriod,
    "Changes the name, the window or the excepted days of an availability period",
    { operationId: "updateAvailabilityPeriod" },
  ],
  "DELETE /options/{id}/availability-periods/{periodId}": [
    availability.deactivatePeriod,
    "Deactivates an availability period",
    { operationId: "deactivateAvailabilityPeriod" },
  ],
  "GET /options/{id}/pricing-periods": [catalog.listPricingPeriods, "Pricing periods of an option"],
  "PUT /options/{id}/pricing-periods": [
    catalog.setPricingPeriods,
    "Replaces all pricing periods of an option",
  ],
  "GET /options/{id}/charges": [catalog.getCharges, "Taxes and fees of an option"],
  "PUT /options/{id}/charges": [catalog.setCharges, "Replaces all taxes and fees of an option"],
  "POST /options/{id}/pricing-periods/quote": [
    availability.quotePrices,
    "Quotes a change of an option's prices",
    {
      operationId: "quotePricingPeriods",
      status: 200,
      // It prices the departures of a year twice, and asks nobody for their places.
      weight: 15,
      costBytes: mebibyte,
      scope: "resources:write",
    },
  ],
});
