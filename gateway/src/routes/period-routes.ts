/** When options depart, and what they cost then. */
import { availability, catalog } from "@slipway/contracts";
import { mebibyte } from "../constants.ts";
import { defineRoute } from "../route/route.ts";

export const periodRoutes = [
  defineRoute(
    "GET /options/{id}/availability-periods",
    "availability:read",
    availability.listPeriods,
    {
      narrowing: { ids: { id: "option" } },
      summary: "Availability periods of an option, active ones unless asked otherwise",
      operationId: "listAvailabilityPeriods",
      paged: true,
    },
  ),
  defineRoute(
    "POST /options/{id}/availability-periods",
    "resources:write",
    availability.createPeriod,
    {
      narrowing: { ids: { id: "option" } },
      summary: "Adds an availability period to an option",
      operationId: "createAvailabilityPeriod",
    },
  ),
  defineRoute(
    "POST /options/{id}/availability-periods/import",
    "resources:write",
    availability.importPeriods,
    {
      narrowing: { ids: { id: "option" } },
      summary: "Adds the availability periods that a recurrence rule says",
      operationId: "importAvailabilityPeriods",
      // Its days are compared over three years.
      costBytes: mebibyte,
    },
  ),
  defineRoute(
    "POST /options/{id}/availability-periods/quote",
    "availability:read",
    availability.quotePeriods,
    {
      narrowing: { ids: { id: "option" } },
      summary: "Quotes a change of an option's availability periods",
      operationId: "quoteAvailabilityPeriods",
      status: 200,
      // It looks at the departures of a year twice, and asks nobody for their places.
      weight: 15,
      // However few days are asked for, a month of both is derived.
      costBytes: mebibyte,
    },
  ),
  defineRoute(
    "PATCH /options/{id}/availability-periods/{periodId}",
    "resources:write",
    availability.updatePeriod,
    {
      narrowing: { ids: { id: "option" } },
      summary: "Changes the name, the window or the excepted days of an availability period",
      operationId: "updateAvailabilityPeriod",
    },
  ),
  defineRoute(
    "DELETE /options/{id}/availability-periods/{periodId}",
    "resources:write",
    availability.deactivatePeriod,
    {
      narrowing: { ids: { id: "option" } },
      summary: "Deactivates an availability period",
      operationId: "deactivateAvailabilityPeriod",
    },
  ),
  defineRoute(
    "GET /options/{id}/pricing-periods",
    "availability:read",
    catalog.listPricingPeriods,
    {
      narrowing: { ids: { id: "option" } },
      summary: "Pricing periods of an option",
    },
  ),
  defineRoute("PUT /options/{id}/pricing-periods", "resources:write", catalog.setPricingPeriods, {
    narrowing: { ids: { id: "option" } },
    summary: "Replaces all pricing periods of an option",
  }),
  defineRoute("GET /options/{id}/charges", "availability:read", catalog.getCharges, {
    narrowing: { ids: { id: "option" } },
    summary: "Taxes and fees of an option",
  }),
  defineRoute("PUT /options/{id}/charges", "resources:write", catalog.setCharges, {
    narrowing: { ids: { id: "option" } },
    summary: "Replaces all taxes and fees of an option",
  }),
  defineRoute(
    "POST /options/{id}/pricing-periods/quote",
    "resources:write",
    availability.quotePrices,
    {
      narrowing: { ids: { id: "option" } },
      summary: "Quotes a change of an option's prices",
      operationId: "quotePricingPeriods",
      status: 200,
      // It prices the departures of a year twice, and asks nobody for their places.
      weight: 15,
      costBytes: mebibyte,
    },
  ),
];
