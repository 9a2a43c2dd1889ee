/** Every text of the console in English. `{name}` stands for a value; `one` and `other` are plurals. */
import { refusals } from "./en-refusals.ts";

export const en = {
  app: {
    title: "Slipway",
    skip: "To the content",
    menu: "Menu",
    language: "Language",
    logOut: "Log out",
    loading: "Loading …",
    search: "Find a booking",
    searchHint: "Name, e-mail or reference. Press / to come here.",
    notFound: "There is no such page",
    toStart: "To the start page",
    keys: "Keys: / find, n new booking, t today",
    missingScope: "You may not see this page. It needs the scope {scope}.",
  },
  logIn: {
    title: "Log in",
    email: "E-mail",
    password: "Password",
    submit: "Log in",
    wrong: "The e-mail or the password is wrong.",
    ended: "Your session has ended",
    endedHint: "Log in again. What you have typed is still there, and what you asked for goes on.",
    otherUser: "Log in as another user",
  },
  problem: {
    title: "That did not work",
    again: "Try again",
    requestId: "Request {id}",
    connection: "The server did not answer. Look at your connection, then try again.",
    connectionUnknown:
      "No answer came, so nobody knows whether it was done. Look before you try again.",
    unreadable: "Something before Slipway answered, such as a proxy. Try again later.",
    unexpected: "The console has failed. Load the page again.",
  },
  refusals,
  status: {
    ON_HOLD: "On hold",
    PENDING: "Waits for approval",
    CONFIRMED: "Confirmed",
    CANCELLED: "Cancelled",
    REJECTED: "Rejected",
    EXPIRED: "Expired",
  },
  source: { own: "Own", channel: "Channel {code}" },
  list: { empty: "Nothing here." },
  day: {
    title: "Day",
    heading: "{day}",
    supplier: "Supplier",
    product: "Product",
    allProducts: "All products",
    date: "Day",
    previous: "Day before",
    next: "Day after",
    today: "Today",
    departures: "Departures",
    noSupplier: "There is no supplier yet.",
    empty: "Nothing departs on this day.",
    booked: "{booked} of {capacity} booked",
    bookedNoLimit: "{booked} booked",
  },
};

/** What each language has. */
export type Texts = typeof en;
