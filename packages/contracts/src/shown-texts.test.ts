import { expect, it } from "@jest/globals";
import { z } from "zod";
import { isVisible } from "./texts.ts";
import * as contracts from "./index.ts";

/** Inputs with the name of a record that is there already. */
const ofKnown = new Set(["auth.deleteTenant", "resourcesCapacity.claimAnew"]);

/** Every `name` and `label` of a schema, at any depth, with its path. */
function shownFieldsIn(schema: z.ZodType, path: string): [path: string, field: z.ZodType][] {
  const { def } = schema as z.ZodType & { def: Readonly<Record<string, unknown>> };
  const below = (inner: unknown, step = "") => shownFieldsIn(inner as z.ZodType, path + step);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
      key === "name" || key === "label"
        ? [[`${path}.${key}`, field] as [string, z.ZodType]]
        : below(field, `.${key}`),
    );
  if (schema instanceof z.ZodArray) return below(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => below(each));
  return [def["innerType"], def["in"]].flatMap((inner) => (inner ? below(inner) : []));
}

const inputs = Object.values(contracts)
  .flatMap((group) => Object.values(group as object))
  .filter(
    (each): each is contracts.Action => Object(each) === each && "refusals" in (each as object),
  )
  .filter(({ name }) => !ofKnown.has(name))
  .flatMap(({ name, input }) => shownFieldsIn(input, name));

it("every name and label that a request sets must show something", () => {
  expect(inputs.length).toBeGreaterThan(20);
  const without = inputs.filter(([, field]) => field.safeParse("\u200b").success);
  expect(without.map(([path]) => path)).toEqual([]);
  expect(isVisible("\u200b")).toBe(false);
});
