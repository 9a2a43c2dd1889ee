import assert from "node:assert";
import { messageTag } from "./openapi-webhooks.ts";

/** Purpose of each part of the interface, by the first word of its paths. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  me: "The tenant and credential behind a request, and the tenant's currency.",
  sessions: "Log-ins of users, for browsers and for what only a person may do.",
  users: "People who log in: invite, change and disable them, and what each does for themselves.",
  "api-keys": "Credentials for programs: issue, list and revoke them.",
  suppliers: "The companies that operate tours, with their time zone and contacts.",
  products: "Tours and activities, their photos and their options.",
  options: "The ways in which a product is sold: units, timetables, prices and needed resources.",
  units: "The kinds of tickets that an option sells, such as Adult and Child.",
  resources: "Boats, guides and rooms, whose places limit what can be sold.",
  availability: "Departures between two instants, with their free places.",
  "availability-blocks": "Times in which a product is not sold.",
  departures: "Departures that do not run: call them off, and sell them again.",
  bookings: "Hold, confirm, change and cancel places on departures, and follow all changes.",
  tickets: "Check-in: redeem the tickets of bookings by their codes.",
  orders: "Several bookings with one payment, confirmed together or not at all.",
  "booking-counts": "How many bookings start on each day, by where they came from.",
  stats: "Bookings, guests and retail by day, product and source.",
  "unscheduled-bookings": "Bookings whose departure is not in the timetable any more.",
  events: "A stream that says which bookings change.",
  customers: "Personal data in bookings, and its erasure.",
  "calendar-feeds": "URLs by which calendars of staff read departures and their parties.",
  webhooks: "Receivers that are notified of changes of bookings, and what was delivered to them.",
  [messageTag]: "What Slipway sends to receivers and channels.",
  channels: "Resellers that send bookings as events and are notified of changes.",
  "channel-events": "Events that channels have sent, and their outcome.",
  sync: "What channels are notified of, and how its sending went.",
  "audit-logs": "Every committed change of every record, with who made it.",
};

/** The parts by what a reader wants, in the order in which the reference shows them. */
const groups = [
  { name: "Start here", tags: ["me", "sessions"] },
  {
    name: "Sell",
    tags: [
      "availability",
      "departures",
      "bookings",
      "tickets",
      "orders",
      "booking-counts",
      "stats",
      "unscheduled-bookings",
      "events",
      "customers",
    ],
  },
  {
    name: "Set up",
    tags: ["suppliers", "products", "options", "units", "resources", "availability-blocks"],
  },
  {
    name: "Connect",
    tags: ["webhooks", messageTag, "channels", "channel-events", "sync", "calendar-feeds"],
  },
  { name: "Account", tags: ["users", "api-keys", "audit-logs"] },
] as const;

interface TagGroup {
  readonly name: string;
  readonly tags: readonly string[];
}

/** The groups of these tags, each of which is in one. */
export function tagGroupsOf(tags: ReadonlySet<string>): TagGroup[] {
  const placed = groups.map(({ name, tags: all }) => ({
    name,
    tags: all.filter((tag) => tags.has(tag)),
  }));
  const missing = [...tags].find(
    (tag) => !placed.some((group) => group.tags.includes(tag as never)),
  );
  assert(missing === undefined, `no group of the reference has the tag ${missing}`);
  return placed;
}
