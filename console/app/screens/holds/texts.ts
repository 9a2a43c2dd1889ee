/** Texts of approvals and holds. What several pages say stands in `page/texts`. */
import { inLanguage } from "../../in-language.ts";

const en = {
  title: "Approvals and holds",
  lead: "What waits for you, oldest first, and what it keeps from others.",
  approvals: "Waiting for approval",
  holds: "On hold",
  alone: "Without a departure",
  aloneHint: "Sold, but nothing departs then any more. Move these guests, or cancel with a reason.",
  approve: "Approve",
  reject: "Reject…",
  release: "Release",
  extend: "30 min longer",
  open: "Reschedule",
  keeps: "Keeps from others: {what}",
  waits: "Waits {time}",
  left: "{time} left of the hold",
  choose: "Choose {name}",
  chooseAll: "All",
  chosen: { one: "{count} chosen", other: "{count} chosen" },
  noApprovals: "Nothing waits for approval",
  noApprovalsHint:
    "Requests for tours that you approve come here, and in the menu you see how many.",
  noHolds: "Nothing is on hold",
  noHoldsHint: "Places that are held for a while come here, with the time that is left.",
  keep: "Cancel",
  newBooking: "New booking",
};

const it: typeof en = {
  title: "Approvazioni e attese",
  lead: "Ciò che aspetta te, dal più vecchio, e cosa toglie agli altri.",
  approvals: "Da approvare",
  holds: "In opzione",
  alone: "Senza partenza",
  aloneHint:
    "Vendute, ma allora non parte più nulla. Sposta questi ospiti, o annulla con un motivo.",
  approve: "Approva",
  reject: "Rifiuta…",
  release: "Libera",
  extend: "Altri 30 min",
  open: "Sposta",
  keeps: "Toglie agli altri: {what}",
  waits: "Aspetta da {time}",
  left: "{time} ancora in opzione",
  choose: "Scegli {name}",
  chooseAll: "Tutte",
  chosen: { one: "{count} scelta", other: "{count} scelte" },
  noApprovals: "Nulla da approvare",
  noApprovalsHint:
    "Qui arrivano le richieste per i tour che approvi tu; nel menu vedi quante sono.",
  noHolds: "Nulla in opzione",
  noHoldsHint: "Qui arrivano i posti tenuti per un po’, con il tempo che resta.",
  keep: "Lascia stare",
  newBooking: "Nuova prenotazione",
};

export const holdsTexts = inLanguage({ en, it });
