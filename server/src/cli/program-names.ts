/** How the programs are called here: through npm in the repository, by Node alone where they are packed. */

// `npm run pack` writes JavaScript and nothing else.
const isPacked = import.meta.url.endsWith(".js");

export const commandLine = isPacked ? "node slipway.js" : "npm run -s slipway --";
export const serverStart = isPacked ? "node main.js" : "npm start";
