/** How clients come to the gateway: its Service and its Ingress. */
import assert from "node:assert/strict";
import type { Fact } from "./facts.ts";
import { render } from "./helm.ts";
import { objectOf } from "./rendered-objects.ts";

/** What is asked for, the Kubernetes, and what is rendered. */
const distributions: readonly (readonly [string, string, string | undefined])[] = [
  ["", "1.36.0", undefined],
  ["PreferSameZone", "1.36.0", "PreferSameZone"],
  ["PreferSameZone", "1.34.1-gke.1", "PreferSameZone"],
  ["PreferSameZone", "1.33.9", "PreferClose"],
  ["PreferClose", "1.36.0", "PreferSameZone"],
  ["PreferClose", "1.31.0", "PreferClose"],
  ["PreferSameNode", "1.34.0", "PreferSameNode"],
];

export const gatewayServiceFacts: readonly Fact[] = [
  {
    name: "the Service has the settings of a load balancer that are given, and no others",
    async holds() {
      const given = {
        type: "LoadBalancer",
        nodePort: 30_080,
        loadBalancerClass: "example.com/internal",
        loadBalancerIP: "192.0.2.7",
        loadBalancerSourceRanges: ["198.51.100.0/24"],
        externalTrafficPolicy: "Local",
        sessionAffinity: "ClientIP",
        annotations: { "example.com/balancer": "internal" },
      };
      const service = objectOf(await render({ service: given }), "Service", "gateway");
      const { nodePort, annotations, ...fields } = given;
      const { selector: _, ports, ...spec } = service.spec;
      assert.deepEqual(spec, fields);
      assert.deepEqual(ports, [
        { name: "http", port: 80, targetPort: "http", appProtocol: "http", nodePort },
      ]);
      assert.deepEqual(service.metadata["annotations"], annotations);
      const byDefault = objectOf(await render(), "Service", "gateway").spec;
      assert.deepEqual(Object.keys(byDefault).toSorted(), ["ports", "selector", "type"]);
    },
  },
  ...distributions.map(([given, version, rendered]) => ({
    name: `trafficDistribution "${given}" is ${rendered ?? "left out"} on Kubernetes ${version}`,
    async holds() {
      const objects = await render(
        { service: { trafficDistribution: given } },
        { kubernetes: version },
      );
      assert.equal(objectOf(objects, "Service", "gateway").spec["trafficDistribution"], rendered);
    },
  })),
  {
    name: "PreferSameNode is refused by name before Kubernetes 1.34",
    async holds() {
      const values = { service: { trafficDistribution: "PreferSameNode" } };
      await assert.rejects(
        render(values, { kubernetes: "1.33.9" }),
        /service\.trafficDistribution=PreferSameNode needs Kubernetes 1\.34 or newer\./,
      );
    },
  },
  {
    name: "the Ingress answers for the path that is given, and for all paths unless one is",
    async holds() {
      const pathsOf = async (given: object): Promise<unknown> => {
        const ingress = { enabled: true, hosts: ["a.example.com", "b.example.com"], ...given };
        const services = { gateway: { env: { TRUSTED_PROXIES: "1" } } };
        const objects = await render({ services, ingress });
        const { rules } = objectOf(objects, "Ingress", "gateway").spec as {
          rules: { host: string; http: { paths: { path: string; pathType: string }[] } }[];
        };
        return rules.map(({ host, http }) => [
          host,
          ...http.paths.map(({ path, pathType }) => `${path} ${pathType}`),
        ]);
      };
      assert.deepEqual(await pathsOf({}), [
        ["a.example.com", "/ Prefix"],
        ["b.example.com", "/ Prefix"],
      ]);
      const given = { path: "/booking(/|$)(.*)", pathType: "ImplementationSpecific" };
      assert.deepEqual(await pathsOf(given), [
        ["a.example.com", "/booking(/|$)(.*) ImplementationSpecific"],
        ["b.example.com", "/booking(/|$)(.*) ImplementationSpecific"],
      ]);
    },
  },
];
