import { primitives, component, string, int, boolean, stringOrNull } from "@slipway/contracts";
import { z } from "zod";
import { listedIds } from "./capabilities.ts";
import { octoRoute } from "./octo-route.ts";

const capability = component("Capability", "A part of the standard that a request may switch on.", {
  id: string("Id of the capability, as the header `Octo-Capabilities` names it."),
  revision: int("Revision of the capability that is served."),
  required: boolean("Whether a request must switch it on; always false."),
  dependencies: z.array(z.string()).describe("Ids of capabilities that it needs; none."),
  docs: stringOrNull("URL of a page about it; always null."),
});

/** The list of capabilities that a request may switch on with the header `Octo-Capabilities`. */
export const capabilityRoutes = [
  octoRoute("GET /capabilities", {
    summary: "Parts of the standard that a request may switch on",
    name: "octo.listCapabilities",
    description:
      "Name one in the header `Octo-Capabilities` of a request, such as `octo/pricing`. Unknown names are ignored.",
    input: primitives.emptyInput,
    output: z.array(capability),
    of: [],
    async run() {
      const body = listedIds.map((id) => ({
        id: `octo/${id}`,
        revision: 1,
        required: false,
        dependencies: [],
        docs: null,
      }));
      return { body };
    },
  }),
];
