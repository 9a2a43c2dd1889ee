import { protagonist } from "./protagonist.ts";
import type { Step } from "./step.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const crossings = ["09:00", "12:00", "18:00"];
const summer = { startMonthDay: "04-01", endMonthDay: "10-31", weekdays: everyDay };

const summerPrices = {
  ...summer,
  startTimes: crossings,
  label: "Summer",
  color: "#b3261e",
  retailPrices: { "@adult.id": 950, "@child.id": 500 },
  retailPriceTiers: [{ minQuantity: 10, maxQuantity: 60, retail: 450 }],
};

const accessSteps: readonly Step[] = [
  {
    name: "session",
    head: "POST /sessions",
    body: { email: protagonist.email, password: protagonist.password },
  },
  { name: "me", head: "GET /me" },
  { name: "tenant", head: "PATCH /me", body: { defaultCurrency: "EUR" } },
  {
    name: "apiKey",
    head: "POST /api-keys",
    body: {
      name: "Website checkout",
      scopes: ["availability:read", "bookings:read", "bookings:write"],
    },
  },
  { name: "apiKeys", head: "GET /api-keys" },
];

const supplierSteps: readonly Step[] = [
  {
    name: "supplier",
    head: "POST /suppliers",
    body: {
      name: "Laguna Viva",
      timezone: "Europe/Rome",
      locale: "it-IT",
      website: "https://laguna-viva.example",
      email: "ciao@laguna-viva.example",
      telephone: "+39 041 555 0100",
      address: "Fondamente Nove 12, 30121 Venezia",
    },
  },
  { name: "suppliers", head: "GET /suppliers", query: { limit: "20", offset: "0" } },
  { name: "oneSupplier", head: "GET /suppliers/@supplier.id" },
  {
    name: "changedSupplier",
    head: "PATCH /suppliers/@supplier.id",
    body: { telephone: "+39 041 555 0199", metadata: { office: "Fondamente Nove" } },
  },
];

const productSteps: readonly Step[] = [
  {
    name: "product",
    head: "POST /products",
    body: {
      supplierId: "@supplier.id",
      name: "Torcello Ferry",
      description: "Crossings between Fondamente Nove and Torcello.",
    },
  },
  { name: "products", head: "GET /products", query: { supplierId: "@supplier.id", limit: "20" } },
  {
    name: "changedProduct",
    head: "PATCH /products/@product.id",
    body: { description: "Three crossings a day between Fondamente Nove and Torcello." },
  },
  {
    name: "option",
    head: "POST /products/@product.id/options",
    body: {
      name: "Single crossing",
      durationMinutes: 25,
      bookingCutoffMinutes: 10,
      cancellationCutoffAmount: 1,
      cancellationCutoffUnit: "hour",
      cancellationPolicy: [
        { untilMinutes: 2_880, refundPercent: 100 },
        { untilMinutes: 60, refundPercent: 50 },
      ],
      requiredContactFields: ["firstName", "lastName", "emailAddress"],
    },
  },
  { name: "options", head: "GET /products/@product.id/options" },
  { name: "oneProduct", head: "GET /products/@product.id" },
  { name: "adult", head: "POST /options/@option.id/units", body: { name: "Adult", type: "ADULT" } },
  {
    name: "child",
    head: "POST /options/@option.id/units",
    body: { name: "Child (4-12)", type: "CHILD" },
  },
  {
    name: "charges",
    head: "PUT /options/@option.id/charges",
    body: {
      charges: [
        { name: "VAT 10 %", kind: "TAX", basis: "PERCENT", amount: 1_000, included: true },
        { name: "Landing fee", kind: "FEE", basis: "UNIT", amount: 50, included: false },
      ],
    },
  },
  { name: "oneCharges", head: "GET /options/@option.id/charges" },
  { name: "noCharges", head: "PUT /options/@option.id/charges", body: { charges: [] } },
  {
    name: "unitsOrdered",
    head: "PUT /options/@option.id/unit-order",
    body: { unitIds: ["@child.id", "@adult.id"] },
  },
  { name: "oneUnit", head: "GET /units/@adult.id" },
  {
    name: "changedUnit",
    head: "PATCH /units/@child.id",
    body: { name: "Child (4-14)", restrictions: { maxQuantity: 6 } },
  },
];

const capacitySteps: readonly Step[] = [
  {
    name: "resource",
    head: "POST /resources",
    body: {
      supplierId: "@supplier.id",
      name: "Motonave Serenissima",
      quantity: 1,
      capacityPerResource: 60,
    },
  },
  { name: "resources", head: "GET /resources", query: { supplierId: "@supplier.id", limit: "20" } },
  {
    name: "requirement",
    head: "POST /options/@option.id/resource-requirements",
    body: { resourceId: "@resource.id", turnaroundMinutes: 15 },
  },
  { name: "oneResource", head: "GET /resources/@resource.id" },
  {
    name: "changedResource",
    head: "PATCH /resources/@resource.id",
    body: { capacityPerResource: 80 },
  },
  {
    name: "period",
    head: "POST /options/@option.id/availability-periods",
    body: { ...summer, startTimes: crossings, label: "Summer timetable" },
  },
  { name: "periods", head: "GET /options/@option.id/availability-periods" },
  {
    name: "setPrices",
    head: "PUT /options/@option.id/pricing-periods",
    body: {
      pricingPer: "UNIT",
      periods: [summerPrices],
    },
  },
  {
    name: "pricesQuote",
    head: "POST /options/@option.id/pricing-periods/quote",
    body: {
      pricingPer: "UNIT",
      periods: [
        summerPrices,
        {
          ...summer,
          endMonthDay: "04-03",
          startTimes: crossings,
          label: "Easter 2027",
          validFrom: "2027-04-01",
          validUntil: "2027-04-03",
          retailPrices: { "@adult.id": 1_050, "@child.id": 550 },
        },
      ],
      days: 400,
    },
  },
  { name: "prices", head: "GET /options/@option.id/pricing-periods" },
  { name: "oneOption", head: "GET /options/@option.id" },
  {
    name: "winter",
    head: "POST /options/@option.id/availability-periods/import",
    body: {
      rrule: "FREQ=WEEKLY;BYDAY=SA,SU;BYHOUR=10,15;BYMINUTE=0;BYMONTH=12,1",
      dtstart: "2027-12-01T10:00",
      label: "Winter weekends",
    },
  },
  {
    name: "periodDated",
    head: "PATCH /options/@option.id/availability-periods/@period.id",
    body: { validFrom: "2027-01-01", validUntil: "2029-12-31", exceptDates: ["2028-08-15"] },
  },
  {
    name: "seasonQuote",
    head: "POST /options/@option.id/availability-periods/quote",
    body: {
      add: [{ ...summer, startTimes: ["07:00"] }],
      from: "2027-06-01T00:00:00+02:00",
      days: 2,
    },
  },
];

/** Access, then what is sold, then how much of it there is and what it costs. */
export const settingUpSteps: readonly Step[] = [
  ...accessSteps,
  ...supplierSteps,
  ...productSteps,
  ...capacitySteps,
];
