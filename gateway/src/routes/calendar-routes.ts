import { call } from "@slipway/broker";
import { calendarFeeds } from "@slipway/contracts";
import { type UserRequest, composedRoute, offered, routesOf } from "../route/route.ts";

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
  offered(createCalendarFeed, {
    input: calendarFeeds.newFeed,
    output: calendarFeeds.issuedFeed,
    secret: true,
  }),
  [createCalendarFeed],
  async (request, input) => withUrl(request, await call(request, createCalendarFeed, input)),
);

const rotateFeed = composedRoute(
  offered(rotateCalendarFeed, { output: calendarFeeds.issuedFeed, secret: true }),
  [rotateCalendarFeed],
  async (request, input) => withUrl(request, await call(request, rotateCalendarFeed, input)),
);

/** Feeds of departures for the calendars of staff. */
export const calendarRoutes = routesOf(["bookings:read", "bookings:write"], {
  "GET /calendar-feeds": [
    calendarFeeds.listCalendarFeeds,
    "Calendar feeds, newest first",
    { narrowing: "own", paged: true },
  ],
  "POST /calendar-feeds": [
    addFeed,
    "Makes a URL by which a calendar reads departures",
    {
      narrowing: {
        ids: {
          supplierId: "supplier",
          productId: "product",
          optionId: "option",
          resourceId: "resource",
        },
        oneOf: calendarFeeds.feedFilters,
      },
      scope: "bookings:read",
    },
  ],
  "POST /calendar-feeds/{id}/rotate": [
    rotateFeed,
    "Gives a calendar feed another URL; the old one ends at once",
  ],
  "DELETE /calendar-feeds/{id}": [calendarFeeds.deleteCalendarFeed, "Ends a calendar feed at once"],
});
