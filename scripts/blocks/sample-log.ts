/** Lines of a log with what the commands of docs/operations.md look for. */

const lines: readonly object[] = [
  {
    msg: "request",
    traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
    requestId: "a470066d-81b6-4ccb-a0a7-34ecf3b51807",
    route: "GET /api/v1/bookings",
    status: 401,
    code: "UNAUTHENTICATED",
    address: "203.0.113.7",
    keyId: "AbCdEfGhIjKl",
  },
  {
    msg: "log-in",
    outcome: "ACCEPTED",
    account: "usr_…",
    address: "203.0.113.7",
    isKnownDevice: true,
  },
  { msg: "request", actorId: "key_…", route: "GET /api/v1/products", status: 200 },
];

export function sampleLog(): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
