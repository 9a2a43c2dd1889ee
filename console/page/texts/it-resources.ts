/** The texts of "Resources" in Italian. */
import type { Texts } from "./en.ts";

export const resources: Texts["resources"] = {
  one: "Risorsa",
  placesOf: "{quantity} × {each} = {all} posti",
  usedBy: "Usata da",
  preparing: "preparazione",
  turnaround: "ripristino",
  ofWeek: "Uso in 7 giorni",
  ofMonth: "Uso in 30 giorni",
  peak: "Prossimo massimo",
  quantity: "Quante ce ne sono",
  each: "Posti di ognuna",
  fits: "Tutto il prenotato di 12 mesi ci sta.",
  taken: "Presi, di {places} posti",
  free: "Nulla è preso in questo giorno.",
  expanded: "Aggiunti per una prenotazione",
};
