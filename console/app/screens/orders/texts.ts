/** Texts of orders. */
import { inLanguage } from "../../in-language.ts";

const en = {
  title: "Orders",
  hint: "Several bookings with one contact and one payment: they are confirmed together, or not at all.",
  one: "Order",
  none: "There is no order yet",
  noneFound: "No order is like that",
  noneHint: "Put bookings in one under New booking, with “Add to order”.",
  newest: "The newest {count} are shown. Search by name or reference to find others.",
  bookings: "Bookings",
  made: "Made",
  contact: "Contact",
  confirm: "Confirm the order",
  confirms: { one: "Confirms {count} booking.", other: "Confirms {count} bookings, or none." },
  asks: {
    one: "{count} of them then waits for approval.",
    other: "{count} of them then wait for approval.",
  },
  extend: "Hold 30 min longer",
  extends: "All holds end together, on {time}.",
  cancel: "Cancel the order…",
  cancelTitle: "Cancel the order {reference}?",
  cancels: {
    one: "Cancels {count} booking; its places are free at once.",
    other: "Cancels {count} bookings, or none; their places are free at once.",
  },
  paidBack: "{amount} is paid back",
  tooLate: "the last time to cancel is over",
  late: "Also bookings that are past the last time to cancel",
  doCancel: "Cancel the order",
  noLive: "No booking of it is live any more.",
  archived: { one: "{count} booking is archived.", other: "{count} bookings are archived." },
  isConfirmed: "The order is confirmed.",
  isExtended: "The order is held for longer.",
  isCancelled: "The order is cancelled.",
};

const it: typeof en = {
  title: "Ordini",
  hint: "Più prenotazioni con un contatto e un pagamento: si confermano insieme, o nessuna.",
  one: "Ordine",
  none: "Non c’è ancora un ordine",
  noneFound: "Nessun ordine è così",
  noneHint: "Mettici le prenotazioni da Nuova prenotazione, con «Aggiungi all’ordine».",
  newest: "Si vedono i {count} più recenti. Cerca per nome o codice per trovarne altri.",
  bookings: "Prenotazioni",
  made: "Fatto",
  contact: "Contatto",
  confirm: "Conferma l’ordine",
  confirms: {
    one: "Conferma {count} prenotazione.",
    other: "Conferma {count} prenotazioni, o nessuna.",
  },
  asks: {
    one: "{count} di queste aspetta poi l’approvazione.",
    other: "{count} di queste aspettano poi l’approvazione.",
  },
  extend: "Altri 30 min",
  extends: "Tutte le opzioni finiscono insieme, {time}.",
  cancel: "Annulla l’ordine…",
  cancelTitle: "Annullare l’ordine {reference}?",
  cancels: {
    one: "Annulla {count} prenotazione; i posti si liberano subito.",
    other: "Annulla {count} prenotazioni, o nessuna; i posti si liberano subito.",
  },
  paidBack: "si rimborsano {amount}",
  tooLate: "l’ultimo momento per annullare è passato",
  late: "Anche le prenotazioni oltre l’ultimo momento per annullare",
  doCancel: "Annulla l’ordine",
  noLive: "Nessuna sua prenotazione è più attiva.",
  archived: {
    one: "{count} prenotazione è archiviata.",
    other: "{count} prenotazioni sono archiviate.",
  },
  isConfirmed: "L’ordine è confermato.",
  isExtended: "L’ordine resta in opzione più a lungo.",
  isCancelled: "L’ordine è annullato.",
};

export const orderTexts = inLanguage({ en, it });
