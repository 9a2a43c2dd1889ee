/** Texts and photos of products in the words of OCTO. A field unknown to Slipway is null or an empty list. Pure. */
import { z } from "zod";
import { component, string, stringOrNull, int } from "@slipway/contracts";

const only = "Only with `octo/content`.";
const none = (what: string) => z.array(z.never()).max(0).describe(`${what}: always empty. ${only}`);

/** The standard knows no other type of image. */
const mediaTypes = ["image/jpeg", "image/png"] as const;
type MediaType = (typeof mediaTypes)[number];

const media = component("OctoMedia", "A photo of a product.", {
  src: z
    .url()
    .describe("Address of the photo, which needs no key. It ends after two to three days."),
  type: z
    .enum(mediaTypes)
    .meta({ id: "OctoMediaType", description: "What the bytes are." })
    .describe("What the bytes are."),
  rel: z
    .enum(["COVER", "GALLERY"])
    .meta({ id: "OctoMediaRel", description: "What a photo is for." })
    .describe("COVER for the first photo, GALLERY for the others."),
  title: z.null().describe("Always null."),
  caption: z.null().describe("Always null."),
  copyright: z.null().describe("Always null."),
});

export const titled = {
  title: string(`Name for customers. ${only}`).optional(),
};

const described = {
  ...titled,
  shortDescription: z.null().describe(`Always null. ${only}`).optional(),
  features: none("What is included and what to know").optional(),
  faqs: none("Questions with answers").optional(),
  media: z
    .array(media)
    .describe(`Photos in their order, without those in WebP. ${only}`)
    .optional(),
  locations: none("Places of the tour").optional(),
  categoryLabels: none("Categories").optional(),
  commentary: none("Languages of the guide").optional(),
};

export const productContent = {
  ...described,
  description: stringOrNull(`Text for customers; null for none. ${only}`).optional(),
  durationMinutesFrom: int(`Minutes that its default option takes. ${only}`).optional(),
  durationMinutesTo: int(`The same number. ${only}`).optional(),
};

type Content = { [Name in keyof typeof productContent]: z.output<(typeof productContent)[Name]> };

interface Described {
  readonly name: string;
  readonly description: string | null;
  readonly photos: readonly { readonly contentType: string; readonly address: string }[];
  readonly options: readonly { readonly isDefault: boolean; readonly durationMinutes: number }[];
}

/** @param publicUrl under which browsers find the gateway */
export function contentOf(product: Described, publicUrl: string): Content {
  const { durationMinutes } = defaultOf(product.options) ?? {};
  return {
    title: product.name,
    shortDescription: null,
    description: product.description,
    features: [],
    faqs: [],
    media: mediaOf(product, publicUrl),
    locations: [],
    categoryLabels: [],
    commentary: [],
    durationMinutesFrom: durationMinutes,
    durationMinutesTo: durationMinutes,
  };
}

/** The option that a shop should offer first: where none is marked, the first one. */
export function defaultOf<Option extends { readonly isDefault: boolean }>(
  options: readonly Option[],
): Option | undefined {
  return options.find(({ isDefault }) => isDefault) ?? options[0];
}

function mediaOf({ photos }: Described, publicUrl: string): z.output<typeof media>[] {
  const shown = photos.flatMap(({ contentType, address }) =>
    isMediaType(contentType) ? [{ type: contentType, address }] : [],
  );
  return shown.map(({ type, address }, index) => ({
    src: `${publicUrl}/photos/${address}`,
    type,
    rel: index === 0 ? "COVER" : "GALLERY",
    title: null,
    caption: null,
    copyright: null,
  }));
}

function isMediaType(contentType: string): contentType is MediaType {
  return mediaTypes.some((each) => each === contentType);
}

const tagPattern = /^[A-Za-z0-9-]{2,35}$/;
const languagesMax = 50;

/** Says of an answer in which languages its texts are; undefined: it has none. */
export function languageHeaders(
  products: readonly { readonly locale: string }[],
): Record<"Content-Language" | "Available-Languages", string> | undefined {
  // A locale is free text, and a header is not.
  const tags = products.map(({ locale }) => locale).filter((each) => tagPattern.test(each));
  if (tags.length === 0) return undefined;
  const languages = [...new Set(tags)].toSorted().slice(0, languagesMax).join(", ");
  return { "Content-Language": languages, "Available-Languages": languages };
}
