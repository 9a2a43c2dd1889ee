import { describe, expect, it } from "@jest/globals";
import { aBooking } from "../../test/builders.ts";
import { erasedFields } from "./personal-data.ts";

const address = "ada@example.com";
const at = new Date(1);

describe("an erased booking", () => {
  it("keeps its tickets without the travellers, and nothing that names a person", () => {
    const ticket = { uuid: "u", unitId: "adult", code: "C", resellerReference: "R" };
    const booking = aBooking({
      customer: '{"name":"Ilaria"}',
      searchText: "ilaria",
      notes: "Ilaria likes the bow",
      cancellationReason: "Ilaria is ill",
      participants: '{"names":["Ilaria"]}',
      tickets: [{ ...ticket, contact: '{"firstName":"Ilaria"}' }],
    });
    const left = { ...booking, ...erasedFields(booking, null, at) };
    expect(JSON.stringify(left).toLowerCase()).not.toContain("ilaria");
    expect(left).toMatchObject({ tickets: [{ ...ticket, contact: null }], erasedAt: at });
    expect(erasedFields(aBooking({}), null, at)).not.toHaveProperty("tickets");
  });

  it("has other names where its own had an e-mail address, and keeps those that had none", () => {
    const booking = aBooking({
      _id: "bkg_1",
      customer: JSON.stringify({ email: address }),
      sourceChannelConnectionId: "chn",
      externalId: `order of ${address}`,
      channelKey: `chn|order of ${address}`,
      idempotencyKey: `${address}/1`,
      resellerReference: address,
      metadata: JSON.stringify({ by: address, floor: 2 }),
    });
    expect(erasedFields(booking, address, at)).toEqual({
      customer: null,
      searchText: "",
      externalId: "erased bkg_1",
      channelKey: "chn|erased bkg_1",
      idempotencyKey: "erased bkg_1",
      resellerReference: null,
      metadata: '{"by":null,"floor":2}',
      erasedAt: at,
    });
    const named = { externalId: "V-1", channelKey: "chn|V-1", idempotencyKey: "one" };
    const fields = erasedFields({ ...booking, ...named }, address, at);
    for (const name of Object.keys(named)) expect(fields).not.toHaveProperty(name);
  });
});

describe("a booking of another customer", () => {
  const ticket = { uuid: "u", unitId: "adult", code: "C", resellerReference: null };
  const hers = { ...ticket, contact: JSON.stringify({ emailAddress: address }) };
  const his = { ...ticket, contact: '{"emailAddress":"ben@example.com"}' };

  it("loses what mentions the address, and nothing else", () => {
    const booking = aBooking({
      customer: '{"email":"ben@example.com"}',
      searchText: "ben@example.com",
      notes: `call Ada <${address}>`,
      participants: '{"names":["Ben"]}',
      tickets: [hers, his],
    });
    expect(erasedFields(booking, address, at)).toEqual({
      notes: null,
      tickets: [{ ...hers, contact: null }, his],
    });
    expect(erasedFields({ ...booking, notes: null, tickets: [his] }, address, at)).toBe(undefined);
  });

  it("loses a member of its metadata that has the address as its name, and then has nothing to lose", () => {
    const booking = aBooking({
      metadata: JSON.stringify({ [address]: "guide", floor: 2 }),
      tickets: [his],
    });
    const fields = erasedFields(booking, address, at);
    expect(fields).toEqual({ metadata: '{"floor":2}' });
    expect(erasedFields({ ...booking, ...fields }, address, at)).toBe(undefined);
  });

  it("is left as it is where only something that is no person's has the address", () => {
    expect(erasedFields(aBooking({ source: `channel of ${address}` }), address, at)).toBe(
      undefined,
    );
  });
});
