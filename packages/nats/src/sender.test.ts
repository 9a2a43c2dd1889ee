import { describe, expect, it } from "@jest/globals";
import { type Payload, isGenuine, noteSender, senderOf } from "./sender.ts";
import { actionOfSubject, permissionsOf, senderOfSubject, subjectsOf } from "./subjects.ts";

const from = subjectsOf("MOL-slipway", "bookings.pod-1");
const asked = (requestId: string): string | undefined =>
  requestId === "r1" ? "bookings.pod-1" : undefined;
const node = "audit.pod-9";
const audit = { nodeId: node, asked };
const sender = "bookings.pod-1";
const services = (...names: string[]) => names.map((name) => ({ name }));

describe("a packet", () => {
  const action = "audit.appendEntries";
  it.each<[string, boolean, string, string, Payload]>([
    ["of its sender", true, "HEARTBEAT", from.toAll("HEARTBEAT"), { sender }],
    ["of the action it names", true, "REQ", from.call(action, node), { sender, action }],
    ["of another", false, "REQ", from.call(action, node), { sender, action: "audit.listLog" }],
    ["of who was asked", true, "RES", from.to("RES", node), { sender, id: "r1" }],
    ["of who was not asked", false, "RES", from.to("RES", node), { sender, id: "r2" }],
    ["that is another service's event", false, "EVENT", from.to("EVENT", node), { sender }],
    ["in another's name", false, "DISCONNECT", from.toAll("DISCONNECT"), { sender: "auth.pod-2" }],
    ["in a longer role's name", false, "INFO", from.toAll("INFO"), { sender: "bookings+auth.x" }],
  ])("%s is believed: %s", (_, isBelieved, command, subject, payload) => {
    expect(isGenuine(command, subject, payload, audit)).toBe(isBelieved);
  });

  const named = (name: string, its: string) => ({ name, actions: { [its]: {} } });
  const renamed = (name: string) => ({ name: "bookings", actions: { "bookings.x": { name } } });
  it.each<[string, boolean, Payload["services"]]>([
    ["its own services", true, services("bookings", "bookings.part", "$node")],
    ["another's service", false, services("bookings", "auth")],
    ["another's action in its own", false, [named("bookings", "auth.createSession")]],
    ["another's action under a name of its own", false, [renamed("auth.identify")]],
    ["another's under a name of its own", false, [{ name: "bookings", fullName: "auth" }]],
    ["one that is the bus's", false, [named("$x", "auth.createSession")]],
    ["its own actions", true, [{ ...renamed("bookings.x"), fullName: "bookings" }]],
  ])("that says that it serves %s is believed: %s", (_, isBelieved, offered) => {
    const payload = { sender, services: offered };
    expect(isGenuine("INFO", from.toAll("INFO"), payload as Payload, audit)).toBe(isBelieved);
  });

  it("reaches the handler with its sender, which no packet can say itself", () => {
    const headers = { deadline: 1, sender: "operator", "Symbol(sender)": "operator" };
    expect(senderOf(headers)).toBeUndefined();
    const payload: Payload = { sender, headers };
    noteSender(payload, from.call(action, node));
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
