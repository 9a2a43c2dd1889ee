/**
 * Where this machine's process says whether it is ready. Reads the few variables that decide it by itself: the
 * whole configuration takes five times as long to load, and a container's health is checked every few seconds.
 */
export function readyUrl(): string {
  const given = (name: string): string | undefined =>
    process.env[name] === "" ? undefined : process.env[name];
  const services = (given("SERVICES") ?? "gateway").split(",").map((name) => name.trim());
  const isNode = (given("NATS_URL") ?? given("NATS_URL_FILE")) !== undefined;
  const isGateway = !isNode || services.includes("gateway");
  const own = isGateway ? (given("PORT") ?? "3000") : "3001";
  const port = isNode ? (given("HEALTH_PORT") ?? own) : own;
  return `http://${nameOf(given("HOST") ?? "127.0.0.1")}:${port}/readyz`;
}

/** A server that listens at every address is asked at this machine's own. */
function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
