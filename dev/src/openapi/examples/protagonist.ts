/** The tenant and its user in the story of the examples. The user does only what needs a session; a key does the rest. */
export const protagonist = {
  tenantName: "Laguna Viva",
  email: "giulia@laguna-viva.example",
  password: "quaranta gondole al tramonto",
  laterPassword: "sei remi e una bricola",
} as const;
