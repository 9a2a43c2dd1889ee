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
  const pair = pairIn(folder, name);
  request(pair, [`/CN=${name}`, "-addext", "keyUsage=critical,keyCertSign,cRLSign"]);
  return pair;
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
  const pair = pairIn(folder, name);
  const extensions = [
    "basicConstraints=critical,CA:FALSE",
    "extendedKeyUsage=serverAuth,clientAuth",
  ];
  if (alsoNamed.length > 0) extensions.push(`subjectAltName=${alsoNamed.join(",")}`);
  request(pair, [
    `${group === undefined ? "" : `/O=${group}`}/CN=${name}`,
    "-CA",
    authority.certificate,
    "-CAkey",
    authority.key,
    ...extensions.flatMap((extension) => ["-addext", extension]),
  ]);
  return pair;
}

function pairIn(folder: string, name: string): KeyFiles {
  return { key: join(folder, `${name}.key`), certificate: join(folder, `${name}.crt`) };
}

function request({ key, certificate }: KeyFiles, [subject = "", ...more]: readonly string[]): void {
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", ...made, ...files, "-subj", subject, ...more], {
    stdio: "pipe",
  });
}
