/** Stand for docker and cosign: they look whether there is what the commands name. */
import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { Refused, flagsOf } from "./recorded-state.ts";
import { runSlipway } from "./slipway-command.ts";

export function docker(words: readonly string[]): string {
  const [verb, ...more] = words;
  if (verb === "push") return "";
  if (verb === "compose") return compose(more);
  if (verb !== "build") throw new Refused(`there is no verb ${String(verb)}`);
  const { flags, rest } = flagsOf(more, { withValue: ["-f", "-t", "--build-arg"] });
  const [file = ""] = flags.get("-f") ?? [];
  const dockerfile = readFileSync(file, "utf8");
  for (const given of flags.get("--build-arg") ?? []) {
    const [name = "", value = ""] = given.split("=");
    if (value === "" || !new RegExp(`^ARG ${name}\\b`, "m").test(dockerfile))
      throw new Refused(`${file} has no ARG ${name}, or it is given nothing`);
  }
  if (rest.join() !== "." || !flags.has("-t")) throw new Refused("build needs -t and a context");
  return "";
}

function compose(words: readonly string[]): string {
  const [, file = "", verb, ...more] = words;
  const { services } = parse(readFileSync(file, "utf8"), { merge: true }) as { services: object };
  if (!existsSync("docker/.env")) throw new Refused("docker/.env is missing");
  const secrets = readFileSync("docker/.env", "utf8");
  for (const name of ["NATS_PASSWORD", "AUTH_PEPPER", "SECRETS_KEYS"])
    if (!new RegExp(`^${name}=.{32,}$`, "m").test(secrets)) throw new Refused(`${name} is missing`);
  if (verb === "up") return "";
  const [service = "", ...command] = more;
  if (verb !== "exec" || !(service in services)) throw new Refused(`no compose ${String(verb)}`);
  return runSlipway(command);
}

export function cosign(words: readonly string[]): string {
  const { flags, rest } = flagsOf(words, { withValue: ["--key", "--type"] });
  const [verb = "", image = ""] = rest;
  if (!["verify", "verify-attestation"].includes(verb) || !image.includes("@sha256:"))
    throw new Refused(`nothing verifies ${verb} ${image}`);
  if (!flags.has("--key")) throw new Refused("cosign needs --key");
  return "";
}
