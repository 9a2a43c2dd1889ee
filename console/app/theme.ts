/** The look of the console: one accent, one typeface, calm surfaces. */
import {
  Badge,
  Checkbox,
  InputWrapper,
  type MantineColorsTuple,
  Tooltip,
  createTheme,
  defaultVariantColorsResolver,
  parseThemeColor,
} from "@mantine/core";
import { texts } from "../page/texts/texts.ts";

const tide: MantineColorsTuple = [
  "#e8f6f8",
  "#d3eaef",
  "#a6d4de",
  "#76bdcd",
  "#4fabbf",
  "#379fb6",
  "#2899b2",
  "#17859d",
  "#05768d",
  "#00667b",
];

export const theme = createTheme({
  primaryColor: "tide",
  primaryShade: 8,
  colors: { tide },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', Menlo, monospace",
  headings: { fontWeight: "650" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  /** The library's light variants miss a contrast of 4.5 for teal, orange and lime. */
  variantColorResolver(input) {
    const usual = defaultVariantColorsResolver(input);
    const { color, isThemeColor } = parseThemeColor({
      color: input.color ?? input.theme.primaryColor,
      theme: input.theme,
    });
    if (input.variant !== "light" || !isThemeColor) return usual;
    const onLight = `color-mix(in srgb, var(--mantine-color-${color}-9), black 35%)`;
    return { ...usual, color: `light-dark(${onLight}, var(--mantine-color-${color}-1))` };
  },
  components: {
    Badge: Badge.extend({ defaultProps: { tt: "none", fw: 600 } }),
    // A dialog stands beside the page: its head is no second banner.
    ModalHeader: { defaultProps: { role: "presentation" } },
    DrawerHeader: { defaultProps: { role: "presentation" } },
    // A required field says so by itself; a star in its label would be part of its name.
    InputWrapper: InputWrapper.extend({
      defaultProps: { withAsterisk: false },
      classNames: { description: "soft" },
    }),
    Tooltip: Tooltip.extend({ defaultProps: { multiline: true, maw: 320 } }),
    // Called while a dialog is drawn: in the language of then.
    CloseButton: { defaultProps: () => ({ "aria-label": texts.parts.close }) },
    Checkbox: Checkbox.extend({ defaultProps: { radius: "sm" } }),
  },
});

/** A colour for each product, the same on every screen. A new product has the last id, so it changes no other. */
const palette = [
  "blue",
  "orange",
  "grape",
  "teal",
  "pink",
  "lime",
  "indigo",
  "yellow",
  "cyan",
  "red",
] as const;

export function colorOf(productId: string, products: readonly { readonly id: string }[]): string {
  const ids = products.map(({ id }) => id).toSorted();
  return palette[ids.indexOf(productId) % palette.length] ?? "gray";
}
