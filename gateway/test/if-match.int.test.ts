/** Changes that are made only if the record is the one that the client has read: the header If-Match. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Reply, codeOf, sharedClient } from "./client.ts";
import { aPhoto, aWorld } from "./world.ts";

const gateway = forThisFile(() => sharedClient());
const world = forThisFile(() => aWorld(gateway));

function send(head: string, body: object, ifMatch?: string): Promise<Reply> {
  const headers = ifMatch === undefined ? {} : { "If-Match": ifMatch };
  const key = head.includes("/users/") ? (world.session ?? world.key) : world.key;
  return gateway.send(head, { key, headers, body });
}

const named = (name: string) => ({ name });

/** Each change of a record that has a tag, with two bodies that differ. */
const changes: readonly [head: string, ...bodies: readonly [object, object]][] = [
  ["PATCH /suppliers/{suppliers}", named("One"), named("Other")],
  ["PATCH /products/{products}", named("One"), named("Other")],
  ["PATCH /options/{options}", named("One"), named("Other")],
  ["PATCH /units/{units}", named("One"), named("Other")],
  ["PATCH /resources/{resources}", named("One"), named("Other")],
  ["PATCH /resources/{resources}", { quantity: 11 }, { quantity: 12 }],
  [
    "PATCH /options/{options}/availability-periods/{availability-periods}",
    { label: "One" },
    { label: "Other" },
  ],
  ["PATCH /bookings/{bookings}", { participants: { n: 1 } }, { participants: { n: 2 } }],
  ["PUT /bookings/{bookings}/details", { notes: "One" }, { notes: "Other" }],
  ["PATCH /orders/{orders}", { notes: "One" }, { notes: "Other" }],
  ["PATCH /webhooks/subscriptions/{subscriptions}", { status: "DISABLED" }, { status: "ACTIVE" }],
  ["PATCH /channels/{channels}", named("One"), named("Other")],
];

const headOf = (head: string): string =>
  head.replaceAll(/\{([a-z-]+)\}/g, (_, segment: keyof typeof world.ids) => world.ids[segment]);

const versionOf = ({ body }: Reply): string => (body as { updatedAt: string }).updatedAt;

/** The tag of the record as it is: that of an answer, by a change that is made in any case. */
async function tagOf(head: string): Promise<string> {
  const read = await gateway.send(headOf(head.replace(/^\w+ (.*?)(\/details)?$/, "GET $1")), {
    key: world.key,
  });
  return read.headers.get("etag") ?? "";
}

describe("a change with the tag of the record", () => {
  it.each(changes)("is made of the record that was read, and of no other: %s", async (...row) => {
    const [head, one, other] = row;
    const path = headOf(head);
    const isListed = path.includes("availability-periods");
    const before = isListed ? (await send(path, other)).headers.get("etag") : await tagOf(head);
    const first = await send(path, one, before ?? "");
    expect(first.status).toBe(200);
    const tag = first.headers.get("etag") ?? "";
    expect([tag, tag === before]).toEqual([`W/"${versionOf(first)}"`, false]);
    const stale = await send(path, other, before ?? "");
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { code: "VERSION_CONFLICT", updatedAt: versionOf(first) },
    ]);
    // One of two changes of one version is made.
    const both = await Promise.all([send(path, other, tag), send(path, other, tag)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(codeOf(await send(path, one, "no tag"))).toBe("400 VALIDATION_FAILED");
  });

  it("counts the move of a default, and moves none itself", async () => {
    const path = `PATCH /options/${world.ids.options}`;
    const tag = await tagOf(path);
    const moved = await send(path, { isDefault: true, name: "Moved" }, tag);
    expect(moved.body).toMatchObject({ errors: [{ pointer: "#/isDefault" }] });
    expect(await tagOf(path)).toBe(tag);
  });

  it.each([
    ["PATCH /me", { defaultCurrency: "EUR" }],
    ["PATCH /users/{users}", named("One")],
    ["PUT /options/{options}/charges", { charges: [] }],
    ["PUT /products/{products}/photos/{photos}", aPhoto()],
    ["POST /bookings/{bookings}/confirm", {}],
    ["POST /suppliers", named("One")],
  ])("is refused where no version is compared: %s", async (head, body) => {
    const refused = await send(headOf(head), body, 'W/"2027-05-01T10:00:00.000Z"');
    // It has no field of that name to point at.
    const { code, detail, errors } = refused.body as Record<string, unknown>;
    expect([code, errors]).toEqual(["VALIDATION_FAILED", undefined]);
    expect(detail).toMatch(/If-Match/);
  });

  it("may be that of the answer that has made it", async () => {
    const made = await send("POST /orders", {});
    const tag = made.headers.get("etag") ?? "";
    expect([tag, await tagOf(`PATCH /orders/${(made.body as { id: string }).id}`)]).toEqual([
      `W/"${versionOf(made)}"`,
      tag,
    ]);
  });

  it("changes nothing alone, as the version alone does", async () => {
    const path = `/resources/${world.ids.resources}`;
    const tag = await tagOf(`PATCH ${path}`);
    const [, expectedUpdatedAt] = /"(.*)"/.exec(tag) ?? [];
    const replies = [await send(`PATCH ${path}`, {}, tag)];
    replies.push(await send(`PATCH ${path}`, { expectedUpdatedAt }));
    expect(replies.map(codeOf)).toEqual(["200", "200"]);
    expect(await tagOf(`PATCH ${path}`)).toBe(tag);
    const stale = await send(`PATCH ${path}`, {}, 'W/"2027-05-01T10:00:00.000Z"');
    expect(codeOf(stale)).toBe("409 VERSION_CONFLICT");
  });

  it("is refused by DELETE, of which the record stays", async () => {
    const path = `/resources/${world.ids.resources}`;
    const tag = await tagOf(`PATCH ${path}`);
    const headers = { "If-Match": tag };
    const gone = await gateway.send(`DELETE ${path}`, { key: world.key, headers });
    expect(codeOf(gone)).toBe("400 VALIDATION_FAILED");
    expect(await tagOf(`PATCH ${path}`)).toBe(tag);
  });
});
