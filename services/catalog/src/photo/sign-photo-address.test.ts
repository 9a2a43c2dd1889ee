import { expect, it } from "@jest/globals";
import { parsePhotoAddress } from "@slipway/contracts";
import assert from "node:assert";
import { isSignedAddress, signPhotoAddress } from "./sign-photo-address.ts";

const at = Date.parse("2027-05-01T15:00:00Z");
const photo = { id: "pho_1", fileId: "fil_1" };
const signed = signPhotoAddress("prd_1", photo, at);

/** Whether the text opens the photo's file at this time. */
function opens(text: string, now: string, fileId = photo.fileId): boolean {
  const address = parsePhotoAddress(text);
  return address !== undefined && isSignedAddress(address, fileId, Date.parse(now));
}

it("signs the same address all day, and another one the next day", () => {
  const signedAt = (time: string) => signPhotoAddress("prd_1", photo, Date.parse(time));
  expect(signedAt("2027-05-01T23:59:59Z")).toBe(signed);
  expect(signedAt("2027-05-02T00:00:00Z")).not.toBe(signed);
  expect(parsePhotoAddress(signed)).toMatchObject({ productId: "prd_1", photoId: "pho_1" });
});

it.each([
  ["2027-05-01T15:00:00Z", true],
  ["2027-05-03T23:59:59Z", true],
  ["2027-05-04T00:00:00Z", false],
  // A clock that is behind has this time: no address is good for longer than three days.
  ["2027-04-30T23:59:59Z", false],
])("opens its photo within three days: at %s %s", (now, expected) => {
  expect(opens(signed, now)).toBe(expected);
});

it("opens no other file, such as the one that replaced it", () => {
  expect(opens(signed, "2027-05-01T15:00:00Z", "fil_2")).toBe(false);
});

it("opens nothing once a part of it is changed", () => {
  const { endDay, signature } = parsePhotoAddress(signed) ?? assert.fail();
  const first = signature.startsWith("A") ? "B" : "A";
  const changed = [
    `prd_2.pho_1.${endDay}.${signature}`,
    `prd_1.pho_2.${endDay}.${signature}`,
    `prd_1.pho_1.${endDay - 1}.${signature}`,
    `prd_1.pho_1.${endDay}.${first}${signature.slice(1)}`,
    `prd_1.pho_1.${endDay}.${signature.slice(1)}`,
    `prd_1.pho_1.${endDay}`,
    `prd_1.pho_1.${endDay}.${"é".repeat(43)}`,
    "",
  ];
  expect(changed.map((text) => opens(text, "2027-05-01T15:00:00Z"))).toEqual(
    changed.map(() => false),
  );
});
