/** The schema of the body of every refusal. */
import { type RefusalCode, refusalFacts, refusals } from "@slipway/contracts";
import { z } from "zod";

export const refusalCodes = Object.keys(refusals) as [RefusalCode, ...RefusalCode[]];

const codeDescriptions = Object.fromEntries(
  refusalCodes.map((code) => [code, refusals[code].description]),
);

const fieldError = z
  .object({
    in: z
      .enum(["body", "query", "path"])
      .meta({ id: "RequestPart", description: "Which part of the request is at fault." }),
    pointer: z.string().meta({
      description:
        "The field: an RFC 6901 pointer into the body as a URI fragment, or the name of a query parameter.",
      examples: ["#/unitItems/0/quantity"],
    }),
    code: z
      .enum([
        "REQUIRED",
        "INVALID_TYPE",
        "INVALID_FORMAT",
        "TOO_SMALL",
        "TOO_BIG",
        "INVALID_VALUE",
        "MUTUALLY_EXCLUSIVE",
        "IMMUTABLE_FIELD",
      ])
      .meta({
        id: "FieldErrorCode",
        description: "What is wrong with the field. Programs may rely on it.",
      }),
    detail: z.string().meta({
      description: "What the field must be, for people. It never repeats the value that was sent.",
      examples: ["must be >= 1"],
    }),
    allowed: z
      .array(z.string())
      .meta({
        description: "The values of which the field must be one; absent where it is no such list.",
        examples: [["CONFIRMED", "ON_HOLD"]],
      })
      .optional(),
    example: z
      .string()
      .meta({
        description: "One value of the right form; only where the form was wrong.",
        examples: ["2027-06-01T09:00:00Z"],
      })
      .optional(),
  })
  .meta({ id: "FieldError", description: "What is wrong with one field of a request." });

/** A fact is absent from every refusal of another code. */
const facts = Object.fromEntries(
  Object.entries(refusalFacts).map(([name, { schema }]) => [name, schema.optional()]),
);

export const problem = z
  .object({
    type: z.string().meta({
      description:
        "The code for readers of RFC 9457: a URN. With `Accept: application/problem+json` the answer has that type, and this is the URL of a page on the code below `/docs/errors`.",
      examples: ["urn:slipway:error:capacity-exhausted"],
    }),
    title: z.string().meta({
      description: "What the code means, in a few words that stay the same.",
      examples: [refusals.CAPACITY_EXHAUSTED.title],
    }),
    status: z
      .int()
      .meta({ description: "HTTP status of the answer, 400 to 599.", examples: [409] }),
    code: z.enum(refusalCodes).meta({
      id: "ErrorCode",
      description: "Why the request was refused. Programs may rely on it; new codes may be added.",
      override: { "x-enumDescriptions": codeDescriptions },
    }),
    detail: z
      .string()
      .meta({
        description:
          "What happened this time, for people. Absent where the title says it all. Its wording may change.",
        examples: ["1 field is invalid"],
      })
      .optional(),
    requestId: z.string().meta({
      description:
        "Id of the request, as in the header `X-Request-Id`. Send it when you ask for help.",
      examples: ["0193a5c1-7d40-4b7e-9a52-3f1c5d8e2b60"],
    }),
    ...facts,
    errors: z
      .array(fieldError)
      .describe("The fields at fault, at most 50; absent where none is.")
      .optional(),
  })
  .meta({ id: "Problem", description: "Why a request was refused." });
