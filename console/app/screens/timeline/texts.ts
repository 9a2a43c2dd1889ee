/** Texts of the timeline. */
import { inLanguage } from "../../in-language.ts";

const en = {
  title: "Timeline",
  resources: "Resources",
  hour: "Hour of",
  places: { one: "{count} place", other: "{count} places" },
  run: "{name}, {booked} of {capacity}",
  none: "There is no resource yet: what departs needs none.",
  products: "Products",
  closed: "Closed",
};

const it: typeof en = {
  title: "Agenda delle risorse",
  resources: "Risorse",
  hour: "Ora di",
  places: { one: "{count} posto", other: "{count} posti" },
  run: "{name}, {booked} di {capacity}",
  none: "Non c’è ancora una risorsa: ciò che parte non ne ha bisogno.",
  products: "Prodotti",
  closed: "Chiusa",
};

export const timelineTexts = inLanguage({ en, it });
