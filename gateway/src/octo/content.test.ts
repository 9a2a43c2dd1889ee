import { expect, it } from "@jest/globals";
import { contentOf } from "./content.ts";

const photo = (contentType: string, address: string) => ({ contentType, address });

it.each([
  ["a product without photos", { photos: [] }, []],
  [
    "photos, of which a reseller gets no WebP",
    { photos: [photo("image/webp", "a"), photo("image/png", "b"), photo("image/jpeg", "c")] },
    [
      ["COVER", "https://book.example.com/photos/b"],
      ["GALLERY", "https://book.example.com/photos/c"],
    ],
  ],
])("has the media of %s", (_name, photos, expected) => {
  const product = { name: "Ferry", description: null, options: [], ...photos };
  const { media } = contentOf(product, "https://book.example.com");
  expect(media?.map(({ rel, src }) => [rel, src])).toEqual(expected);
});
