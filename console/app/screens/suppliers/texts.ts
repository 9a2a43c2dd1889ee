/** Texts of the page of suppliers. */
import { inLanguage } from "../../in-language.ts";

const en = {
  title: "Suppliers",
  add: "Add a supplier",
  none: "There is no supplier yet.",
  zoneHint: "Its clocks show the times of all departures.",
  change: "Change the details…",
  changeTitle: "Details of {name}",
  archive: "Archive…",
  archiveTitle: "Archive {name}?",
  doArchive: "Archive",
  archiveHint:
    "The supplier leaves the lists, and nothing of it is sold any more. This cannot be taken back. Bookings stay.",
  isArchived: "{name} is archived.",
};

const it: typeof en = {
  title: "Fornitori",
  add: "Aggiungi un fornitore",
  none: "Non c’è ancora un fornitore.",
  zoneHint: "Gli orari di tutte le partenze sono del suo fuso.",
  change: "Modifica i dati…",
  changeTitle: "Dati di {name}",
  archive: "Archivia…",
  archiveTitle: "Archiviare {name}?",
  doArchive: "Archivia",
  archiveHint:
    "Il fornitore esce dagli elenchi e nulla di suo si vende più. Non si torna indietro. Le prenotazioni restano.",
  isArchived: "{name} è archiviato.",
};

export const supplierWords = inLanguage({ en, it });
