import { createServer } from "node:net";
import { CannotStart } from "../settings/cannot-start.ts";

/** Throws one sentence when the address cannot be listened on, before anything slow is begun. */
export async function expectFreePort({
  port,
  host,
}: {
  port: number;
  host: string;
}): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => server.close(() => resolve()));
  }).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(sentenceFor(error, port, host));
  });
}

function sentenceFor({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === "EADDRINUSE")
    return `Port ${port} on ${host} is taken by another program; stop it or set PORT to another one.`;
  if (code === "EACCES")
    return `This user may not listen on port ${port}; set PORT to a higher one.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `HOST=${host} is no address of this machine.`;
  return `Slipway cannot listen on ${host}, port ${port}: ${message}.`;
}
