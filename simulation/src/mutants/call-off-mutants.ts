/** Bugs by which a departure that is called off is sold or confirmed, or reopened too soon. */
const mutant = (name: string, mark: string) => ({ name, patches: [{ mark, becomes: "" }] });

export const ofCallOffs = [
  mutant("a claim does not ask whether its departure is called off", "claim-called-off"),
  mutant("a hold is confirmed on a departure that is called off", "confirm-called-off"),
  mutant("a called-off departure is reopened before its bookings are cancelled", "reopen-settled"),
];
