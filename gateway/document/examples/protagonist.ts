/** Who lives the story of the examples. What only a session may do, the user does; all else is done with a key. */
export const protagonist = {
  tenantName: "Laguna Viva",
  email: "giulia@laguna-viva.example",
  password: "quaranta gondole al tramonto",
  laterPassword: "sei remi e una bricola",
} as const;
