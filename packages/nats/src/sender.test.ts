import { describe, expect, it } from "@jest/globals";
import { type Payload, isGenuine, noteSender, senderOf } from "./sender.ts";
import { actionOfSubject, permissionsOf, senderOfSubject, subjectsOf } from "./subjects.ts";

const from = subjectsOf("MOL-slipway", "bookings.pod-1");
const asked = (requestId: string): string | undefined =>
  requestId === "r1" ? "bookings.pod-1" : undefined;
const audit = { nodeId: "audit.pod-9", asked };
const sender = "bookings.pod-1";
const services = (...names: string[]) => names.map((name) => ({ name }));

describe("a packet", () => {
  it.each<[string, boolean, string, string, Payload]>([
    ["of its sender", true, "HEARTBEAT", from.toAll("HEARTBEAT"), { sender }],
    [
      "in another role's name",
      false,
      "DISCONNECT",
      from.toAll("DISCONNECT"),
      { sender: "auth.pod-2" },
    ],
    [
      "in the name of a longer role",
      false,
      "INFO",
      from.toAll("INFO"),
      { sender: "bookings+auth.x" },
    ],
    [
      "with its own services",
      true,
      "INFO",
      from.toAll("INFO"),
      { sender, services: services("bookings", "bookings.part", "$node") },
    ],
    [
      "with another's service",
      false,
      "INFO",
      from.toAll("INFO"),
      { sender, services: services("bookings", "auth") },
    ],
    [
      "with another's action in its own service",
      false,
      "INFO",
      from.toAll("INFO"),
      { sender, services: [{ name: "bookings", actions: { "auth.createSession": {} } }] },
    ],
    [
      "with another's action under a name of its own",
      false,
      "INFO",
      from.toAll("INFO"),
      {
        sender,
        services: [{ name: "bookings", actions: { "bookings.x": { name: "auth.identify" } } }],
      },
    ],
    [
      "with another's service under a name of its own",
      false,
      "INFO",
      from.toAll("INFO"),
      { sender, services: [{ name: "bookings", fullName: "auth" }] },
    ],
    [
      "with a service that is the bus's",
      false,
      "INFO",
      from.toAll("INFO"),
      { sender, services: [{ name: "$x", actions: { "auth.createSession": {} } }] },
    ],
    [
      "with its own actions",
      true,
      "INFO",
      from.toAll("INFO"),
      {
        sender,
        services: [
          {
            name: "bookings",
            fullName: "bookings",
            actions: { "bookings.x": { name: "bookings.x" } },
          },
        ],
      },
    ],
    [
      "of the action it names",
      true,
      "REQ",
      from.call("audit.appendEntries", "audit.pod-9"),
      { sender, action: "audit.appendEntries" },
    ],
    [
      "of another action",
      false,
      "REQ",
      from.call("audit.appendEntries", "audit.pod-9"),
      { sender, action: "audit.listLog" },
    ],
    ["of who was asked", true, "RES", from.to("RES", "audit.pod-9"), { sender, id: "r1" }],
    ["of who was not asked", false, "RES", from.to("RES", "audit.pod-9"), { sender, id: "r2" }],
    [
      "that is another service's event",
      false,
      "EVENT",
      from.to("EVENT", "audit.pod-9"),
      { sender },
    ],
  ])("%s is believed: %s", (_, isBelieved, command, subject, payload) => {
    expect(isGenuine(command, subject, payload, audit)).toBe(isBelieved);
  });

  it("reaches the handler with its sender, which no packet can say itself", () => {
    const headers = { deadline: 1, sender: "operator", "Symbol(sender)": "operator" };
    expect(senderOf(headers)).toBeUndefined();
    const payload: Payload = { sender, headers };
    noteSender(payload, from.call("audit.appendEntries", "audit.pod-9"));
    expect(senderOf(payload.headers)).toBe("bookings");
    expect(JSON.stringify(payload.headers)).toBe(JSON.stringify(headers));
  });
});

describe("a subject", () => {
  it("names its sender and its action, whatever the node is called", () => {
    const subject = subjectsOf("MOL-a_b-1", "webhooks+sync.ip-10.ec2").call(
      "audit.listLog",
      "audit.x.y",
    );
    expect([senderOfSubject(subject), actionOfSubject(subject)]).toEqual([
      "webhooks+sync",
      "audit.listLog",
    ]);
  });

  it("is allowed under its own role, and heard for its own role, alone", () => {
    const { publish, subscribe } = permissionsOf("MOL-slipway", "audit", ["auth.identify"]);
    const own =
      /^MOL-slipway\.(from\.audit\.(all\.\*|to\.\*\.>|holders|call\.auth\.identify\.>)|there\.>)$/;
    expect(publish.filter((subject) => !own.test(subject))).toEqual([]);
    const received =
      /^MOL-slipway\.(from\.\*\.(all\.\*|holders|to\.\*\.audit\.>|call\.\*\.\*\.audit\.>)|there\.audit\.>|back\.audit\.>)$/;
    expect(subscribe.filter((subject) => !received.test(subject))).toEqual([]);
  });
});
