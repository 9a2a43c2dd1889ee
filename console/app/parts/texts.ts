/** Texts of parts that several pages use. */
import { inLanguage } from "../in-language.ts";

const en = {
  cancel: "Cancel",
  actions: "Actions for {name}",
  actionsColumn: "Actions",
  up: "Move up",
  down: "Move down",
  here: "{count} of {of} here",
  bookings: { one: "{count} booking", other: "{count} bookings" },
  tickets: "{count} of {all} tickets are here",
};

const it: typeof en = {
  cancel: "Annulla",
  actions: "Azioni per {name}",
  actionsColumn: "Azioni",
  up: "Sposta su",
  down: "Sposta giù",
  here: "{count} di {of} presenti",
  bookings: { one: "{count} prenotazione", other: "{count} prenotazioni" },
  tickets: "{count} di {all} biglietti presenti",
};

export const partWords = inLanguage({ en, it });
