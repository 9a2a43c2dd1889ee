/** Who lives the story of the examples. The user signs in; all else is done with a key. */
export const protagonist = {
  tenantName: "Laguna Viva",
  email: "giulia@laguna-viva.example",
  password: "quaranta gondole al tramonto",
} as const;
