/** The texts of "Catalogue" in Italian. */
import type { Texts } from "./en.ts";

export const catalog: Texts["catalog"] = {
  title: "Catalogo",
  one: "Opzione",
  canBeSold: "Si può vendere?",
  yes: "Sì, nei prossimi 12 mesi.",
  no: "Non tutto: manca qualcosa.",
  units: { one: "{count} biglietto", other: "{count} biglietti" },
  resources: { one: "Usa {count} risorsa", other: "Usa {count} risorse" },
  seasons: { one: "{count} stagione", other: "{count} stagioni" },
  departures: {
    one: "{count} partenza in 12 mesi",
    other: "{count} partenze in 12 mesi",
  },
  without: {
    units: "Nessun biglietto: non si può prenotare nessuno",
    resources: "Nessuna risorsa: si vende senza limite",
    seasons: "Nessuna stagione: non parte nulla",
    departures: "Nessuna partenza nei prossimi 12 mesi",
  },
  priced: "Ogni biglietto ha un prezzo a ogni partenza",
  gaps: {
    one: "{count} partenza ha un biglietto senza prezzo:",
    other: "{count} partenze hanno un biglietto senza prezzo:",
  },
  more: "e altre",
  approval: "Le prenotazioni attendono l’approvazione",
  direct: "Le prenotazioni non richiedono approvazione",
};
