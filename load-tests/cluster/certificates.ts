/** Certificates of one authority, made by openssl: for Kubernetes itself, and in cert-manager's place. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Paths of files. */
export interface KeyFiles {
  readonly key: string;
  readonly certificate: string;
}

const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"];

export function makeAuthority(folder: string, name: string): KeyFiles {
  return request(folder, name, [`/CN=${name}`, "-addext", "keyUsage=critical,keyCertSign,cRLSign"]);
}

interface Subject {
  readonly name: string;
  /** The group of a client. */
  readonly group?: string;
  /** Such as `DNS:localhost` and `IP:127.0.0.1`. */
  readonly alsoNamed?: readonly string[];
}

/** For servers and for clients. */
export function makeCertificate(folder: string, authority: KeyFiles, subject: Subject): KeyFiles {
  const { name, group, alsoNamed = [] } = subject;
  const extensions = [
    "basicConstraints=critical,CA:FALSE",
    "extendedKeyUsage=serverAuth,clientAuth",
  ];
  if (alsoNamed.length > 0) extensions.push(`subjectAltName=${alsoNamed.join(",")}`);
  const by = ["-CA", authority.certificate, "-CAkey", authority.key];
  const own = extensions.flatMap((extension) => ["-addext", extension]);
  const subjectName = `${group === undefined ? "" : `/O=${group}`}/CN=${name}`;
  return request(folder, name, [subjectName, ...by, ...own]);
}

function request(
  folder: string,
  name: string,
  [subject = "", ...more]: readonly string[],
): KeyFiles {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const files = ["-keyout", key, "-out", certificate, "-subj", subject];
  execFileSync("openssl", ["req", "-x509", ...made, ...files, ...more], { stdio: "pipe" });
  return { key, certificate };
}
