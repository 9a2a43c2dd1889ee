import { type Attack, keepAt, tally } from "./attack.ts";
import { headOf, visit } from "./visit.ts";

const atOnce = 8;
const from = "127.0.0.2";

/** S4: a stranger who guesses passwords, of unknown e-mails and of the victim's in turn. */
export const guessedPasswords: Attack = {
  title: "S4: 8 connections of one address that guess passwords, half of them the victim's",
  async prepare({ url, victimEmail }) {
    return async (until) => {
      const { answers, count } = tally();
      let guesses = 0;
      await keepAt(atOnce, until, async (index) => {
        const email = index % 2 === 0 ? victimEmail : `guess-${++guesses}@example.com`;
        const body = JSON.stringify({ email, password: `wrong password ${guesses}` });
        const head = headOf("POST /api/v1/sessions", {
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(body),
          Connection: "close",
        });
        count(await visit({ url, from, head: head + body, until }));
      });
      return answers;
    };
  },
};
