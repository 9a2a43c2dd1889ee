import { call } from "@slipway/broker";
import { calendarFeeds, mutation } from "@slipway/contracts";
import { type UserRequest, composedRoute, defineRoute } from "../route/route.ts";

const { createCalendarFeed, rotateCalendarFeed } = calendarFeeds;

/** Where calendars read a feed: outside the interface, because they send no credential of it. */
export const calendarPath = "/calendars/{token}.ics";

/** A feed as it is answered: with its URL in place of its token. */
function withUrl<Feed extends { token: string }>(
  { publicUrl }: UserRequest,
  { token, ...feed }: Feed,
) {
  return { body: { ...feed, url: publicUrl + calendarPath.replace("{token}", token) } };
}

const addFeed = composedRoute(
  mutation("gateway.createCalendarFeed", {
    about: createCalendarFeed.about,
    input: calendarFeeds.newFeed,
    output: calendarFeeds.issuedFeed,
    refusals: createCalendarFeed.refusals,
    secret: true,
  }),
  [createCalendarFeed],
  async (request, input) => withUrl(request, await call(request, createCalendarFeed, input)),
);

const rotateFeed = composedRoute(
  mutation("gateway.rotateCalendarFeed", {
    about: rotateCalendarFeed.about,
    input: rotateCalendarFeed.input,
    output: calendarFeeds.issuedFeed,
    refusals: rotateCalendarFeed.refusals,
    secret: true,
  }),
  [rotateCalendarFeed],
  async (request, input) => withUrl(request, await call(request, rotateCalendarFeed, input)),
);

/** Feeds of departures for the calendars of staff. */
export const calendarRoutes = [
  defineRoute("GET /calendar-feeds", "bookings:read", calendarFeeds.listCalendarFeeds, {
    narrowing: "own",
    summary: "Calendar feeds, newest first",
    paged: true,
  }),
  defineRoute("POST /calendar-feeds", "bookings:read", addFeed, {
    narrowing: {
      ids: {
        supplierId: "supplier",
        productId: "product",
        optionId: "option",
        resourceId: "resource",
      },
      oneOf: calendarFeeds.feedFilters,
    },
    summary: "Makes a URL by which a calendar reads departures",
  }),
  defineRoute("POST /calendar-feeds/{id}/rotate", "bookings:write", rotateFeed, {
    narrowing: { ids: { id: "calendarFeed" } },
    summary: "Gives a calendar feed another URL; the old one ends at once",
  }),
  defineRoute("DELETE /calendar-feeds/{id}", "bookings:write", calendarFeeds.deleteCalendarFeed, {
    narrowing: { ids: { id: "calendarFeed" } },
    summary: "Ends a calendar feed at once",
  }),
];
