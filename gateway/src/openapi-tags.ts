/** What each part of the interface is for, by the first word of its paths. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  me: "The tenant and credential behind a request, and the tenant's currency.",
  sessions: "Log-ins of users, for browsers and for what only a person may do.",
  "api-keys": "Credentials for programs: issue, list and revoke them.",
  suppliers: "The companies that operate tours, with their time zone and contacts.",
  products: "Tours and activities, their photos and their options.",
  options: "The ways in which a product is sold: units, timetables, prices and needed resources.",
  units: "The kinds of tickets that an option sells, such as Adult and Child.",
  resources: "Boats, guides and rooms, whose places limit what can be sold.",
  availability: "Departures between two instants, with their free places.",
  "availability-blocks": "Times in which a product is not sold.",
  bookings: "Hold, confirm, change and cancel places on departures, and follow all changes.",
  webhooks: "Receivers that are told of changes of bookings, and what was delivered to them.",
  channels: "Resellers that send bookings as events and are told of changes.",
  "channel-events": "What channels have sent, and what became of it.",
  sync: "What channels are told, and how its sending went.",
  "audit-logs": "Every committed change of every record, with who made it.",
};
