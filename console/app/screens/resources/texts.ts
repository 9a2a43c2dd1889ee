/** Texts of resources. What several pages say stands in `page/texts`. */
import { inLanguage } from "../../in-language.ts";

const en = {
  title: "Resources",
  add: "Add a resource",
  empty: "There is no resource yet",
  emptyHint:
    "A resource is what a departure needs and what can be full, such as a boat, a room or a guide. Link it to the options of a product.",
  pool: "{quantity} × {each}",
  places: "Places",
  noUser: "no option yet",
  change: "Change…",
  changeTitle: "Change {name}",
  delete: "Delete…",
  deleteTitle: "Delete {name}?",
  doDelete: "Delete",
  deleteHint:
    "Only a resource that no option needs and no booking has ever used can be deleted. This cannot be taken back.",
  isDeleted: "{name} is deleted.",
  isChanged: "{name} is changed.",
  overbooked: {
    one: "At {count} time more places are taken than there would be:",
    other: "At {count} times more places are taken than there would be:",
  },
  takenOf: "{time}: {taken} of {places}",
  andMore: "and more",
  day: "Day",
  before: "Day before",
  after: "Day after",
  peakOf: "{places} on {time}",
  linkHint: "Link it on the page of a product, tab Resources.",
};

const it: typeof en = {
  title: "Risorse",
  add: "Aggiungi una risorsa",
  empty: "Non c’è ancora una risorsa",
  emptyHint:
    "Una risorsa è ciò che serve a una partenza e che si può riempire, come una barca, una sala o una guida. Collegala alle opzioni di un prodotto.",
  pool: "{quantity} × {each}",
  places: "Posti",
  noUser: "ancora nessuna opzione",
  change: "Modifica…",
  changeTitle: "Modifica {name}",
  delete: "Elimina…",
  deleteTitle: "Eliminare {name}?",
  doDelete: "Elimina",
  deleteHint:
    "Si elimina solo una risorsa che nessuna opzione usa e nessuna prenotazione ha mai usato. Non si torna indietro.",
  isDeleted: "{name} è eliminata.",
  isChanged: "{name} è modificata.",
  overbooked: {
    one: "In {count} orario sono presi più posti di quanti ce ne sarebbero:",
    other: "In {count} orari sono presi più posti di quanti ce ne sarebbero:",
  },
  takenOf: "{time}: {taken} di {places}",
  andMore: "e altri",
  day: "Giorno",
  before: "Giorno prima",
  after: "Giorno dopo",
  peakOf: "{places} il {time}",
  linkHint: "Collegala sulla pagina di un prodotto, scheda Risorse.",
};

export const resourceWords = inLanguage({ en, it });
