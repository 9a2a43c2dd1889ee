import { describe, expect, it } from "@jest/globals";
import { type Photo, nextSortOrder, photosReplacing, photosWithout } from "./photo.ts";

const now = new Date("2027-07-01T00:00:00.000Z");

function aPhoto(given: Partial<Photo>): Photo {
  return {
    id: "pho_1",
    fileId: "fil_1",
    contentType: "image/png",
    length: 1,
    hash: "h",
    sortOrder: 0,
    updatedAt: now,
    ...given,
  };
}

const [first, second] = [
  aPhoto({}),
  aPhoto({ id: "pho_2", fileId: "fil_2", sortOrder: 7 }),
] as const;

describe("the next place", () => {
  it.each([
    ["of a product without photos", {}, 0],
    ["of one whose photos are gone", { photos: [] }, 0],
    ["behind the highest", { photos: [second, first] }, 8],
  ])("%s", (_name, list, expected) => {
    expect(nextSortOrder(list)).toBe(expected);
  });
});

it("replaces a photo where it stands, and leaves the file of before", () => {
  const changed = aPhoto({ id: "pho_2", fileId: "fil_3", sortOrder: 7 });
  expect(photosReplacing({ photos: [first, second] }, changed)).toEqual({
    photos: [first, changed],
    leftFiles: [{ fileId: "fil_2", since: now }],
  });
});

it("leaves the others where they are, and every file that was left before", () => {
  const before = { fileId: "fil_0", since: now };
  expect(photosWithout({ photos: [first, second], leftFiles: [before] }, "pho_1", now)).toEqual({
    photos: [second],
    leftFiles: [before, { fileId: "fil_1", since: now }],
  });
});
