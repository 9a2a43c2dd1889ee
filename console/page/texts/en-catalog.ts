/** The texts of "Catalogue" in English. */

export const catalog = {
  title: "Catalogue",
  one: "Option",
  canBeSold: "Can this be sold?",
  yes: "Yes, in the next 12 months.",
  no: "Not all of it: something is missing.",
  units: { one: "{count} ticket", other: "{count} tickets" },
  resources: { one: "It uses {count} resource", other: "It uses {count} resources" },
  seasons: { one: "{count} season", other: "{count} seasons" },
  departures: {
    one: "{count} departure in 12 months",
    other: "{count} departures in 12 months",
  },
  without: {
    units: "No ticket: nobody can be booked",
    resources: "No resource: it is sold without a limit",
    seasons: "No season: nothing departs",
    departures: "No departure in the next 12 months",
  },
  priced: "Every ticket has a price at every departure",
  gaps: {
    one: "{count} departure has a ticket without a price:",
    other: "{count} departures have a ticket without a price:",
  },
  more: "and more",
  approval: "Bookings wait for approval",
  direct: "Bookings need no approval",
};
