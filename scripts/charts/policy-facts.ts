/** Who may reach the pods, and whom they may reach: nobody in another namespace who is not named. */
import assert from "node:assert/strict";
import { everyName } from "./each-service-facts.ts";
import type { Fact } from "./facts.ts";
import { type Rendered, type Values, inNamespace, needed, render } from "./helm.ts";
import { objectOf, portOf, podOf } from "./rendered-objects.ts";

interface Policy {
  readonly ingress: readonly Rule[];
  readonly egress: readonly Rule[];
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number | string }[];
}

interface Peer {
  readonly namespaceSelector?: Selector;
  readonly podSelector?: Selector;
  readonly ipBlock?: object;
}

interface Selector {
  readonly matchLabels?: object;
  readonly matchExpressions?: readonly object[];
}

const places = {
  mongodb: { to: [inNamespace("mongodb")] },
  nats: { to: [inNamespace("nats")] },
};
/** The least that is taken, where nothing of a trial is. */
const least: Values = { networkPolicy: places };

export const policyFacts: readonly Fact[] = [
  {
    name: "no policy names every namespace, whatever is installed",
    async holds() {
      const dev = { dev: { enabled: true } };
      const smokeTest = { existingSecret: { name: "key" } };
      for (const values of [
        least,
        needed,
        { mongodb: dev, nats: dev, smokeTest, networkPolicy: {} },
      ])
        for (const policy of policiesIn(await render(values)))
          for (const peer of peersOf(policy)) assert.ok(isNamed(peer), JSON.stringify(peer));
    },
  },
  {
    name: "without more words only pods of its own namespace reach the gateway, and nobody the metrics or a service",
    async holds() {
      const objects = await render(least);
      for (const name of everyName) {
        const from = name === "gateway" ? [{ podSelector: {} }] : undefined;
        const { ingress } = policyOf(objects, name);
        assert.deepEqual(
          ingress.map((rule) => [rule.from, rule.ports?.map(({ port }) => port)]),
          from ? [[from, ["http"]]] : [],
        );
      }
    },
  },
  {
    name: "the gateway is reached from where gatewayFrom says, and the metrics from where metricsFrom says",
    async holds() {
      const objects = await render();
      for (const name of everyName) {
        const metrics = [[inNamespace("monitoring")], ["metrics"]];
        const http = [[inNamespace("ingress-nginx")], ["http"]];
        const { ingress } = policyOf(objects, name);
        assert.deepEqual(
          ingress.map((rule) => [rule.from, rule.ports?.map(({ port }) => port)]),
          name === "gateway" ? [http, metrics] : [metrics],
        );
        const { container } = podOf(objects, name);
        for (const port of name === "gateway" ? ["http", "metrics"] : ["metrics"])
          assert.ok(portOf(container, port));
      }
    },
  },
  {
    name: "a service reaches MongoDB and NATS where they are said to be, the gateway NATS alone",
    async holds() {
      const objects = await render(least);
      for (const name of everyName) {
        const { egress } = policyOf(objects, name);
        const at = (port: number): unknown =>
          egress.find(({ ports }) => ports?.some((each) => each.port === port))?.to;
        assert.deepEqual(at(4222), places.nats.to);
        assert.deepEqual(at(27_017), name === "gateway" ? undefined : places.mongodb.to);
      }
    },
  },
  {
    name: "without policies nothing needs to be said of who reaches whom",
    async holds() {
      const objects = await render({
        networkPolicy: { enabled: false },
        service: { type: "LoadBalancer" },
        monitoring: { podMonitor: { enabled: true } },
      });
      assert.deepEqual(policiesIn(objects), []);
    },
  },
];

function policiesIn(objects: readonly Rendered[]): Policy[] {
  return objects
    .filter(({ kind }) => kind === "NetworkPolicy")
    .map(({ spec }) => spec as unknown as Policy);
}

function policyOf(objects: readonly Rendered[], name: string): Policy {
  return objectOf(objects, "NetworkPolicy", name).spec as unknown as Policy;
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
