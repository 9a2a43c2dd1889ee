import {
  auth,
  availability,
  catalog,
  keyRestrictions,
  primitives,
  resourcesCapacity,
  supplierOf,
  unrestricted,
  component,
  stringOrNull,
} from "@slipway/contracts";
import { call, pointAtField } from "@slipway/broker";
import { z } from "zod";
import { everyItem } from "../route/pages.ts";
import { type UserRequest, composedRoute, offered } from "../route/route.ts";

const me = component("Me", "Which credential a request has, and what it reaches.", {
  tenant: catalog.tenant.describe("The tenant whose records the credential reaches."),
  scopes: z.array(z.string()).describe("What the credential may do."),
  credential: component("Credential", "The credential that a request was sent with.", {
    type: z
      .enum(["API_KEY", "SESSION"])
      .meta({ id: "CredentialType", description: "Kind of the credential of this request." }),
    id: stringOrNull("Id of the key or of the session."),
    restrictions: keyRestrictions.describe("What the credential is held to beside its scopes."),
  }).describe("The credential that this request was sent with."),
  user: auth.user.nullable().describe("The user of the session; null for an API key."),
  duty: auth.duty.describe(
    "What the user must do first; null: nothing. Until then `scopes` is empty.",
  ),
});

export const getMe = composedRoute(
  offered(auth.getTenantName, {
    name: "getMe",
    input: primitives.emptyInput,
    output: me,
    refusals: ["NOT_FOUND"],
  }),
  [auth.getTenantName, catalog.getCurrency],
  async (request) => {
    const [named, priced] = await Promise.all([
      call(request, auth.getTenantName, {}),
      call(request, catalog.getCurrency, {}),
    ]);
    const { scopes, credentialId, actorType, restrictions = unrestricted } = request.caller;
    const type = actorType === "USER" ? ("SESSION" as const) : ("API_KEY" as const);
    return {
      body: {
        tenant: catalog.tenantOf(named, priced),
        scopes: [...scopes],
        credential: { type, id: credentialId, restrictions: { ...restrictions } },
        user: request.user,
        duty: request.duty,
      },
    };
  },
);

export const changeTenant = composedRoute(
  offered(catalog.setCurrency, { name: "changeTenant", output: catalog.tenant }),
  [auth.getTenantName, catalog.setCurrency],
  async (request, input) => {
    // The read goes first: nothing may fail once the currency is changed.
    const named = await call(request, auth.getTenantName, {});
    const priced = await call(request, catalog.setCurrency, input);
    return { body: catalog.tenantOf(named, priced) };
  },
);

/**
 * Issues a key. A supplier that it is to be held to must be there: a key held to a wrong id would reach
 * nothing. A key of one supplier can name no other one, and auth refuses it before it looks further.
 */
export const createApiKey = composedRoute(
  offered(auth.issueApiKey, { name: "createApiKey", output: auth.issuedApiKey }),
  [catalog.getSupplierFacts, auth.issueApiKey],
  async (request, input) => {
    const { supplierId } = input.restrictions;
    if (supplierId !== null && supplierOf(request.caller) === undefined)
      await pointAtField(
        "restrictions/supplierId",
        call(request, catalog.getSupplierFacts, { supplierId }),
      );
    return { body: await call(request, auth.issueApiKey, input) };
  },
);

const wholeOption = catalog.option
  .extend({
    units: z.array(catalog.unit).describe("Units that the option sells, archived ones left out."),
    resourceRequirements: z
      .array(resourcesCapacity.resourceRequirement)
      .describe("Resources that it needs, first-made first."),
    availabilityPeriods: z
      .array(availability.availabilityPeriod)
      .describe("Its active availability periods."),
    pricingPeriods: z
      .array(catalog.pricingPeriod)
      .describe("Its pricing periods, in the order in which they were set."),
  })
  .meta({ id: "OptionWithDetails", description: "An option with all that hangs below it." });

export const getOption = composedRoute(
  offered(catalog.getOption, { output: wholeOption }),
  [catalog.getOption, resourcesCapacity.listRequirements, availability.listPeriods],
  async (request, { id }) => {
    const [{ units, pricingPeriods, ...option }, resourceRequirements, availabilityPeriods] =
      await Promise.all([
        call(request, catalog.getOption, { id }),
        call(request, resourcesCapacity.listRequirements, { optionId: id }),
        activePeriods(request, id),
      ]);
    return {
      body: { ...option, units, resourceRequirements, availabilityPeriods, pricingPeriods },
    };
  },
);

function activePeriods(
  request: UserRequest,
  id: string,
): Promise<z.output<typeof availability.availabilityPeriod>[]> {
  return everyItem((page) =>
    call(request, availability.listPeriods, { id, active: "true", ...page }),
  );
}
