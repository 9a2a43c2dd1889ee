/** Feeds of departures for the calendars of staff, and what a calendar reads of one. */
import { z } from "zod";
import { component, string, boolean } from "./schemas.ts";
import { mutation, read, readKnown } from "./action.ts";
import { page, paged } from "./bus-page.ts";
import {
  createdAt,
  deletion,
  id,
  instant,
  recordId,
  reference,
  tenantId,
  shownText,
  updatedAt,
} from "./primitives.ts";

/** By which of its records a feed is narrowed; of none: it has all departures of the tenant. */
export const feedFilters = ["supplierId", "productId", "optionId", "resourceId"] as const;

export const calendarFeed = component(
  "CalendarFeed",
  "Departures with live bookings, as a calendar reads them, without its URL.",
  {
    id: recordId,
    tenantId,
    name: string("Name of the feed, which calendars show."),
    supplierId: id.nullable().describe("Id of the only supplier whose departures it has, or null."),
    productId: id.nullable().describe("Id of the only product whose departures it has, or null."),
    optionId: id.nullable().describe("Id of the only option whose departures it has, or null."),
    resourceId: id
      .nullable()
      .describe("Id of a resource: it has the departures with bookings that take it, or null."),
    withNames: boolean("Whether it shows names of customers and notes."),
    lastReadAt: instant.nullable().meta({
      description: "When a calendar last read it, up to a minute behind, in UTC; null: never.",
      examples: ["2027-05-01T10:00:00.000Z"],
    }),
    createdAt,
    updatedAt,
  },
);

export const issuedFeed = component("IssuedCalendarFeed", "A feed together with its URL.", {
  ...calendarFeed.shape,
  url: z.string().meta({
    format: "uri",
    description:
      "Address of the feed, shown this once. Who knows it can read the feed, so treat it as a password.",
  }),
});

/** Between services the secret part of the URL: the gateway makes the URL of it. */
const withToken = calendarFeed.extend({ token: z.string().max(100) });

const refersTo = (what: string) =>
  reference.describe(`Only departures of this ${what}. At most one of the four.`).optional();

export const newFeed = z
  .object({
    name: shownText.meta({
      description: "Name of the feed, which calendars show, 1 to 1000 characters.",
      examples: ["Departures of the Lido line"],
    }),
    supplierId: refersTo("supplier"),
    productId: refersTo("product"),
    optionId: refersTo("option"),
    resourceId: refersTo("resource").describe(
      "Only departures with bookings that take this resource, such as a guide. At most one of the four.",
    ),
    withNames: boolean(
      "Whether the feed shows names of customers and notes. Required; true needs `bookings:write`, too.",
    ),
  })
  .superRefine((feed, context) => {
    const given = feedFilters.filter((name) => feed[name] !== undefined);
    for (const name of given.slice(1))
      context.addIssue({
        code: "custom",
        path: [name],
        message: `excludes ${given[0]}`,
        params: { fieldCode: "MUTUALLY_EXCLUSIVE" },
      });
  });

export const createCalendarFeed = mutation("bookings.createCalendarFeed", {
  description:
    "Makes a URL by which a calendar reads the departures with live bookings, from 30 days back to 180 days ahead, as iCalendar (RFC 5545). The URL needs no other credential. It is shown this once, and works until the feed is deleted or rotated, whatever becomes of the key that has made it.",
  repeat: "Each call makes another feed.",
  input: newFeed,
  output: withToken,
  refusals: ["INSUFFICIENT_SCOPE", "NOT_FOUND", "QUOTA_EXCEEDED"],
  secret: true,
});

export const listCalendarFeeds = read("bookings.listCalendarFeeds", {
  description: "Calendar feeds of the tenant, newest first, without their URLs.",
  input: z.object({ page }),
  output: paged(calendarFeed),
});

const byId = z.object({ id: reference.describe("Id of the calendar feed.") });

export const deleteCalendarFeed = deletion("bookings.deleteCalendarFeed", {
  description: "Ends the feed. Its URL is 404 from the answer on.",
  input: byId,
});

export const rotateCalendarFeed = mutation("bookings.rotateCalendarFeed", {
  description:
    "Gives the feed another URL, shown this once. The old one is 404 from the answer on.",
  repeat: "Each call makes another URL. After an unknown outcome, rotate again.",
  input: byId,
  output: withToken,
  refusals: ["NOT_FOUND"],
  secret: true,
});

/** Internal: the supplier of what a feed is narrowed to; null: it has departures of all suppliers. */
export const findFeedSupplier = readKnown("bookings.findFeedSupplier", {
  input: byId,
  output: z.object({ supplierId: id.nullable() }),
});

/** The SHA-256 of a feed's token, as base64. The token itself stays at the gateway. */
const byDigest = { digest: z.string().length(44) };

/** Internal: the feed of a token; null: there is none. */
export const findCalendarFeed = read("bookings.findCalendarFeed", {
  input: z.object(byDigest),
  output: z.object({ feed: z.object({ id, tenantId: id }).nullable() }),
  open: true,
  secret: true,
});

/** Internal: the calendar of the feed of a token. It names no tenant: the token does. */
export const getCalendar = read("bookings.getCalendar", {
  input: z.object(byDigest),
  output: z.object({ text: z.string() }),
  refusals: ["NOT_FOUND", "SERVICE_UNAVAILABLE"],
  open: true,
  secret: true,
});
