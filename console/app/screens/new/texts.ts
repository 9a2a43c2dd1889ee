/** Texts of the new booking that `page/texts` has not, or has in other words. */
import { inLanguage } from "../../in-language.ts";

const en = {
  product: "Product",
  monthBefore: "Month before",
  monthAfter: "Month after",
  departures: "Departures",
  unlimited: "no limit",
  full: "Full",
  notOnSale: "Not on sale",
  free: { one: "{count} free", other: "{count} free" },
  choose: "Choose a departure",
  customTime: "Custom time",
  customPrice: "Custom price",
  over: {
    one: "Sell over capacity: {count} place more than there is",
    other: "Sell over capacity: {count} places more than there are",
  },
  priceHint: "The price shows when a departure and guests are chosen.",
  total: "Total",
  staysFree: { one: "{count} place stays free", other: "{count} places stay free" },
  hold: "Hold",
  book: "Book",
  bookFor: "Book {total}",
  addToOrder: "Add to order",
  order: "Order",
  orderHint: "All are booked, or none. Choose another departure or product to add it.",
  takeOut: "Take out {name}",
  roomFor: { one: "Room for {count} guest.", other: "Room for {count} guests." },
  noneHeld: "Nothing is held or booked: take out what is refused, or change it.",
};

const it: typeof en = {
  product: "Prodotto",
  monthBefore: "Mese prima",
  monthAfter: "Mese dopo",
  departures: "Partenze",
  unlimited: "nessun limite",
  full: "Piena",
  notOnSale: "Non in vendita",
  free: { one: "{count} libero", other: "{count} liberi" },
  choose: "Scegli una partenza",
  customTime: "Orario libero",
  customPrice: "Prezzo libero",
  over: {
    one: "Vendi oltre la capienza: {count} posto in più di quelli che ci sono",
    other: "Vendi oltre la capienza: {count} posti in più di quelli che ci sono",
  },
  priceHint: "Il prezzo appare quando sono scelti partenza e ospiti.",
  total: "Totale",
  staysFree: { one: "resta {count} posto libero", other: "restano {count} posti liberi" },
  hold: "In opzione",
  book: "Prenota",
  bookFor: "Prenota {total}",
  addToOrder: "Aggiungi all’ordine",
  order: "Ordine",
  orderHint: "Si prenota tutto, o niente. Scegli un’altra partenza o prodotto per aggiungere.",
  takeOut: "Togli {name}",
  roomFor: { one: "Posto per {count} ospite.", other: "Posto per {count} ospiti." },
  noneHeld: "Niente è in opzione né prenotato: togli ciò che è rifiutato, o cambialo.",
};

export const newTexts = inLanguage({ en, it });
