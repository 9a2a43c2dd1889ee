/** The people of the demo. */

/** First name, last name, telephone. */
const names = [
  ["Giulia", "Conti", "+39 347 555 0141"],
  ["Amara", "Okafor", "+44 7700 900 113"],
  ["Jonas", "Lindqvist", "+46 70 555 01 29"],
  ["María", "Fernández", "+34 655 550 118"],
  ["Kenji", "Watanabe", "+81 90 5550 0127"],
  ["Zoë", "O’Neill", "+353 85 555 0164"],
  ["Luca", "Moretti", "+39 333 555 0190"],
  ["Hannah", "Schuster", "+49 151 5550 0172"],
  ["Priya", "Raghavan", "+91 98 5550 0135"],
  ["Étienne", "Marchand", "+33 6 55 50 01 48"],
  ["Sofia", "Papadopoulou", "+30 694 555 0121"],
  ["Oliver", "Bennett", "+44 7700 900 187"],
  ["Chiara", "Zanetti", "+39 340 555 0116"],
  ["Mateus", "Almeida", "+351 912 555 013"],
  ["Ingrid", "Haugen", "+47 405 55 016"],
  ["Wei", "Zhang", "+86 139 5550 0145"],
  ["Fatima", "El Amrani", "+212 661 555 012"],
  ["Tomasz", "Kowalczyk", "+48 505 550 133"],
  ["Emily", "Carter", "+1 212 555 0147"],
  ["Raúl", "Ibáñez", "+34 644 550 171"],
  ["Anneke", "de Vries", "+31 6 5550 0119"],
  ["Yuki", "Tanaka", "+81 80 5550 0163"],
  ["Pádraig", "Byrne", "+353 87 555 0132"],
  ["Elif", "Demir", "+90 532 555 0128"],
  ["Marek", "Novák", "+420 605 550 144"],
  ["Ava", "Thompson", "+1 415 555 0192"],
  ["Noah", "Weiss", "+41 79 555 01 37"],
  ["Leila", "Haddad", "+961 70 555 014"],
  ["Björn", "Eriksson", "+46 73 555 01 85"],
  ["Camille", "Dubois", "+33 7 55 50 01 22"],
  ["Santiago", "Rojas", "+57 310 555 0156"],
  ["Grace", "Mwangi", "+254 722 555 018"],
  ["Dimitri", "Volkov", "+371 255 50 124"],
  ["Isabel", "Costa", "+351 934 555 017"],
  ["Hugo", "Lambert", "+32 475 55 01 39"],
  ["Mei", "Lin", "+65 8555 0161"],
  ["Francesca", "Barbieri", "+39 328 555 0177"],
  ["Samuel", "Adeyemi", "+234 803 555 0115"],
  ["Klara", "Hofmann", "+43 664 555 0143"],
  ["Liam", "Murphy", "+61 455 501 182"],
] as const;

const notes = [
  "Arrives with a pushchair",
  "Vegetarian, one with a nut allergy",
  "It is her birthday: the skipper knows",
  "Wheelchair, needs the ramp",
  "Speaks Italian only",
  "Pick up at Hotel Danieli, 20 minutes before",
];

/** Agents who ring up, with the number of their order. */
const agents = ["ROYAL", "LAGUNA", "AGENT"];

/** The customer of the booking with this number, and what is special about it. Every run means the same. */
export function guestOf(index: number) {
  const [firstName, lastName, phone] = names[index % names.length] ?? names[0];
  const agent = agents[index % agents.length];
  return {
    customer: { firstName, lastName, email: addressOf(firstName, lastName), phone },
    ...(index % 6 === 1 ? { notes: notes[(index / 6) % notes.length | 0] } : {}),
    ...(index % 8 === 5 ? { resellerReference: `${agent}-${5_500 + index}` } : {}),
  };
}

/** Letters without their accents. */
function addressOf(firstName: string, lastName: string): string {
  const [first, last] = [firstName, lastName].map((name) =>
    name
      .normalize("NFD")
      .replace(/[^A-Za-z]/g, "")
      .toLowerCase(),
  );
  return `${first}.${last}@guest.example`;
}
