import { createServer } from "node:net";
import { CannotStart } from "../settings/cannot-start.ts";

interface Address {
  readonly port: number;
  readonly host: string;
}

/** Throws one sentence when the address cannot be listened on, before anything slow is begun. */
export async function expectFreePort({ port, host }: Address): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => server.close(() => resolve()));
  }).catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(error, { port, host });
  });
}

/** @param prefix of the settings PORT and HOST that say the address */
export function cannotListen(
  { code, message }: NodeJS.ErrnoException,
  { port, host }: Address,
  prefix: "" | "METRICS_" = "",
): CannotStart {
  const sentence = (): string => {
    if (code === "EADDRINUSE")
      return `Port ${port} on ${host} is taken by another program; stop it or set ${prefix}PORT to another one.`;
    if (code === "EACCES")
      return `This user may not listen on port ${port}; set ${prefix}PORT to a higher one.`;
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      return `${prefix}HOST=${host} is no address of this machine.`;
    return `Slipway cannot listen on ${host}, port ${port}: ${message}.`;
  };
  return new CannotStart(sentence());
}
