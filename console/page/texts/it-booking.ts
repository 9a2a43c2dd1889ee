/** Italian texts of the pages of bookings. */
import type { booking as enBooking, find as enFind } from "./en-booking.ts";

export const find: typeof enFind = {
  title: "Prenotazioni",
};

export const booking: typeof enBooking = {
  title: "Prenotazione",
  externalId: "Nome altrove",
  resellerReference: "Riferimento del rivenditore",
  made: "Prenotata",
  heldUntil: "In opzione fino a",
  action: {
    confirm: "Conferma",
    approve: "Approva",
    extend: "Altri 30 minuti",
    reject: "Rifiuta",
    cancel: "Annulla la prenotazione",
  },
  now: "Fatto. Ora la prenotazione è: {status}.",
  end: {
    cancel: {
      one: "Annullare {count} posto di {time}?",
      other: "Annullare {count} posti di {time}?",
    },
    reject: {
      one: "Rifiutare {count} posto di {time}?",
      other: "Rifiutare {count} posti di {time}?",
    },
  },
  moved: "Fatto. Parte {time}.",
  newPrice: "Prezzo nuovo",
  keepPrice: "Tieni il prezzo",
  oldStartPrice: "Prezzo della partenza di prima",
  samePrice: "{price} (come prima)",
  dearer: "{price} ({by} in più)",
  cheaper: "{price} ({by} in meno)",
  conflict: "Un altro ha cambiato la prenotazione. Salva di nuovo per aggiungere:",
  partyAndPrice: "Gruppo e prezzo",
  unit: "Unità",
  quantity: "Quantità",
  noPlaces: "Non prende posti di una risorsa.",
  wholeOf: "{name} (per intero)",
  changed: "Fatto. È cambiata.",
  timeline: "Cronologia",
  opened: "Aperto",
  deed: {
    create: "Prenotata",
    confirm: "Confermata",
    approve: "Approvata",
    reject: "Rifiutata",
    cancel: "Annullata",
    extend: "Prolungata",
    expire: "Scaduta",
    erase: "Dati personali cancellati",
    update: "Cambiata",
    redeem: "Check-in fatto",
    unredeem: "Check-in annullato",
    "update-details": "Cliente o note cambiati",
    repair: "Riparata",
    archive: "Archiviata",
  },
  firstName: "Nome proprio",
  lastName: "Cognome",
  notified: "Avvisati",
  nobodyNotified: "Nessun avviso negli ultimi 30 giorni.",
};
