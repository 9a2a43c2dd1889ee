/** Who may reach what, and who is given which secret, as the chart renders it. */
import { describe, expect, it } from "@jest/globals";
import { serviceNames } from "../../server/src/service-names.ts";
import { type Rendered, type Values, everyName, inNamespace, needed, render } from "./helm.ts";
import { objectOf, podOf, portOf, settingsOf, migrationOf } from "./rendered-objects.ts";

interface Policy {
  readonly ingress: readonly { readonly from?: readonly Peer[]; readonly ports?: Ports }[];
  readonly egress: readonly { readonly to?: readonly Peer[]; readonly ports?: Ports }[];
}

type Ports = readonly { readonly protocol: string; readonly port: number | string }[];

interface Peer {
  readonly namespaceSelector?: { matchLabels?: object; matchExpressions?: readonly object[] };
  readonly podSelector?: object;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

const places = {
  mongodb: { to: [inNamespace("mongodb")] },
  nats: { to: [inNamespace("nats")] },
};
/** The least that is taken, where nothing of a trial is. */
const least: Values = { networkPolicy: places };
const defaults = render();
const digest = `sha256:${"a".repeat(64)}`;
const loadBalancer = {
  type: "LoadBalancer",
  loadBalancerSourceRanges: ["198.51.100.0/24"],
  externalTrafficPolicy: "Local",
};
/** With what no installation has by default. */
const added = render({
  ca: { existingSecret: { name: "authority", key: "root.pem" } },
  image: { registry: "own.example.com", repository: "boats/slipway", tag: "1", digest },
  global: { imageRegistry: "all.example.com/" },
  service: loadBalancer,
  smokeTest: { existingSecret: { name: "key" } },
});

describe("secrets", () => {
  it("are given to the services that need them, and to no other", async () => {
    const objects = await defaults;
    const having = (variable: string): string[] =>
      everyName.filter((name) => variable in settingsOf(objects, name)).toSorted();
    expect(having("AUTH_PEPPER")).toEqual(["auth"]);
    expect(having("SECRETS_KEYS")).toEqual(["sync", "webhooks"]);
    expect(having("MONGODB_URI")).toEqual([...serviceNames].toSorted());
    expect(having("NATS_URL")).toEqual(everyName.toSorted());
    expect(having("OPERATOR_NATS_URL")).toEqual([]);
  });

  it("of a user for each service are each given to that service, and auth has the operator's too", async () => {
    const each = (name: string): object => ({ existingSecret: { name, perService: true } });
    const objects = await render({ mongodb: each("databases"), nats: each("bus") });
    const keyOf = (name: string, key: string): object => ({ secretKeyRef: { name, key } });
    for (const service of everyName) {
      const settings = settingsOf(objects, service);
      expect(settings["NATS_URL"]).toEqual(keyOf("bus", service));
      const database = service === "gateway" ? undefined : keyOf("databases", service);
      expect(settings["MONGODB_URI"]).toEqual(database);
      const operator = service === "auth" ? keyOf("bus", "operator") : undefined;
      expect(settings["OPERATOR_NATS_URL"]).toEqual(operator);
    }
  });

  it("of a user for each service migrate that service's database alone", async () => {
    const databases = { existingSecret: { name: "databases", perService: true } };
    const each = migrationOf(await render({ mongodb: databases })).containers;
    const services = everyName.filter((name) => name !== "gateway").toSorted();
    expect(each.map(({ args, env }) => ({ args, env }))).toEqual(
      services.map((key) => ({
        args: ["slipway.js", "migrate"],
        // Beside the settings of `defaults`, which name no secret.
        env: [
          { name: "DATABASE_PREFIX", value: "slipway" },
          expect.objectContaining({ name: "DRAIN_SECONDS" }),
          expect.objectContaining({ name: "LOG_LEVEL" }),
          { name: "MONGODB_URI", valueFrom: { secretKeyRef: { name: "databases", key } } },
          expect.objectContaining({ name: "NODE_OPTIONS" }),
          { name: "SERVICES", value: key },
        ],
      })),
    );
    const all = migrationOf(await defaults).containers;
    expect(all.map(({ env }) => env?.at(-1)?.value)).toEqual([services.join()]);
  });

  it("are migrated by another job where the image is another", async () => {
    const { job } = migrationOf(await defaults);
    expect(migrationOf(await render({ image: { tag: "9.9.9" } })).job).not.toBe(job);
  });

  it("that are given as texts stand in one Secret and nowhere else", async () => {
    const objects = await render({
      mongodb: { uri: "mongodb://u:p@db" },
      nats: { url: "nats://a:b@bus" },
    });
    expect(objects.find(({ kind }) => kind === "Secret")?.["stringData"]).toEqual({
      "mongodb-uri": "mongodb://u:p@db",
      "nats-url": "nats://a:b@bus",
    });
    const others = objects.filter(({ kind }) => kind !== "Secret");
    expect(JSON.stringify(others)).not.toContain("u:p@");
    expect((await defaults).filter(({ kind }) => kind === "Secret")).toEqual([]);
  });
});

describe("pods", () => {
  it.each(everyName)("of %s obey the restricted pod security standard", async (name) => {
    const { container, pod } = podOf(await defaults, name);
    expect(pod).toMatchObject({
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      automountServiceAccountToken: false,
      enableServiceLinks: false,
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(pod.volumes).toBeUndefined();
  });

  it("trust an authority of one's own, which no pod can write", async () => {
    const objects = await added;
    for (const name of everyName) {
      const { pod, container } = podOf(objects, name);
      const items = [{ key: "root.pem", path: "ca.crt" }];
      expect(pod.volumes).toEqual([
        { name: "trusted-ca", secret: { secretName: "authority", items } },
      ]);
      expect(container.volumeMounts).toEqual([
        { name: "trusted-ca", mountPath: "/etc/slipway/ca", readOnly: true },
      ]);
      expect(settingsOf(objects, name)["NODE_EXTRA_CA_CERTS"]).toBe("/etc/slipway/ca/ca.crt");
    }
  });

  it("run the digest where one is given, whatever the tag says", async () => {
    const rendered = podOf(await added, "gateway").container.image;
    expect(rendered).toBe(`all.example.com/boats/slipway@${digest}`);
  });
});

describe("network policies", () => {
  it("stand for both directions of every service's pods", async () => {
    for (const name of everyName) {
      const { policyTypes, podSelector } = objectOf(await defaults, "NetworkPolicy", name).spec;
      expect(policyTypes).toEqual(["Ingress", "Egress"]);
      const { matchLabels } = podSelector as { matchLabels: object };
      expect(matchLabels).toMatchObject({ "app.kubernetes.io/component": name });
      expect(podOf(await defaults, name).labels).toMatchObject(matchLabels);
    }
  });

  it("name no namespace that no value names, whatever is installed", async () => {
    const dev = { dev: { enabled: true } };
    const smokeTest = { existingSecret: { name: "key" } };
    const trial = { mongodb: dev, nats: dev, smokeTest, networkPolicy: {} };
    for (const values of [least, needed, trial])
      for (const policy of policiesIn(await render(values)))
        expect(peersOf(policy).filter((peer) => !isNamed(peer))).toEqual([]);
  });

  it("let pods of the own namespace reach the gateway and nobody else reach anything, unless a value says so", async () => {
    const objects = await render(least);
    for (const name of everyName)
      expect(reachedFrom(objects, name)).toEqual(
        name === "gateway" ? [[[{ podSelector: {} }], ["http"]]] : [],
      );
  });

  it("let in clients from where gatewayFrom says, and Prometheus from where metricsFrom says", async () => {
    const objects = await defaults;
    const metrics = [[inNamespace("monitoring")], ["metrics"]];
    const http = [[inNamespace("ingress-nginx")], ["http"]];
    for (const name of everyName) {
      expect(reachedFrom(objects, name)).toEqual(name === "gateway" ? [http, metrics] : [metrics]);
      const { container } = podOf(objects, name);
      for (const port of name === "gateway" ? ["http", "metrics"] : ["metrics"])
        expect(portOf(container, port)).toBeDefined();
    }
  });

  it("let services reach MongoDB and NATS where they are said to be, and the gateway NATS alone", async () => {
    const objects = await render(least);
    for (const name of everyName) {
      const { egress } = policyOf(objects, name);
      const at = (port: number): unknown =>
        egress.find(({ ports }) => ports?.some((each) => each.port === port))?.to;
      expect(at(4222)).toEqual(places.nats.to);
      expect(at(27_017)).toEqual(name === "gateway" ? undefined : places.mongodb.to);
    }
  });

  it("let webhooks and sync reach the internet but no private network, and nobody else reach it", async () => {
    const objects = await defaults;
    for (const name of everyName) {
      const blocks = policyOf(objects, name)
        .egress.filter(({ ports = [] }) => !ports.some(({ port }) => port === 53))
        .flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
      const isOutbound = name === "webhooks" || name === "sync";
      expect(blocks.map(({ cidr }) => cidr)).toEqual(isOutbound ? ["0.0.0.0/0", "::/0"] : []);
      expect(blocks.flatMap(({ except }) => except ?? [])).toEqual(
        expect.arrayContaining(isOutbound ? privateNetworks : []),
      );
    }
  });

  it("let every pod ask for names at the usual places alone", async () => {
    const objects = await added;
    const values = ["kube-system", "openshift-dns"];
    const namespaces = { key: "kubernetes.io/metadata.name", operator: "In", values };
    for (const name of [...everyName, "smoke-test"]) {
      const dns = policyOf(objects, name).egress.find(({ ports = [] }) =>
        ports.some(({ port }) => port === 53),
      );
      expect(dns?.to).toEqual([
        { namespaceSelector: { matchExpressions: [namespaces] } },
        { ipBlock: { cidr: "169.254.20.10/32" } },
      ]);
      const asked = dns?.ports?.map(({ protocol, port }) => `${protocol} ${port}`);
      expect(asked).toEqual(["UDP 53", "TCP 53", "UDP 5353", "TCP 5353"]);
    }
  });
});

it("gives the gateway alone a Service, whose load balancer takes the sources that are given", async () => {
  const services = (await defaults).filter(({ kind }) => kind === "Service");
  expect(services.map(({ metadata }) => metadata.name)).toEqual(["one-slipway-gateway"]);
  expect(objectOf(await added, "Service", "gateway").spec).toMatchObject(loadBalancer);
});

const privateNetworks = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "fc00::/7",
  "fe80::/10",
];

function policiesIn(objects: readonly Rendered[]): Policy[] {
  return objects
    .filter(({ kind }) => kind === "NetworkPolicy")
    .map(({ spec }) => spec as unknown as Policy);
}

function policyOf(objects: readonly Rendered[], name: string): Policy {
  return objectOf(objects, "NetworkPolicy", name).spec as unknown as Policy;
}

function reachedFrom(objects: readonly Rendered[], name: string): unknown {
  const { ingress } = policyOf(objects, name);
  return ingress.map((rule) => [rule.from, rule.ports?.map(({ port }) => port)]);
}

/** A rule that names nobody is for everybody, and is answered as such. */
function peersOf({ ingress, egress }: Partial<Policy>): Peer[] {
  const everybody: Peer = { namespaceSelector: {} };
  return [
    ...(ingress ?? []).flatMap(({ from }) => from ?? [everybody]),
    ...(egress ?? []).flatMap(({ to }) => to ?? [everybody]),
  ];
}

/** Whether a peer is in this namespace, in some that are named, or outside the cluster. */
function isNamed({ namespaceSelector, podSelector, ipBlock }: Peer): boolean {
  if (ipBlock !== undefined || namespaceSelector === undefined)
    return Boolean(ipBlock ?? podSelector);
  return Boolean(namespaceSelector.matchLabels ?? namespaceSelector.matchExpressions);
}
