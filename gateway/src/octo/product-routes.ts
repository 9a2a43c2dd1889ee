import { call } from "@slipway/broker";
import { catalog, primitives, component, string, stringOrNull } from "@slipway/contracts";
import { z } from "zod";
import { wholeListHeldBytes } from "../constants.ts";
import { languageHeaders } from "./content.ts";
import { type OctoRequest, octoPrefix, octoRoute } from "./octo-route.ts";
import type { Currency } from "./pricing.ts";
import { refuseOcto } from "./errors.ts";
import { type Product, type Shown, soldOf, shownProduct } from "./product.ts";
import { octoProduct } from "./product-schema.ts";
import { productReads, readProducts, readSold } from "./read-products.ts";

const supplier = component("OctoSupplier", "The company whose tours the key sells.", {
  id: string("Id of the supplier."),
  name: string("What people call the supplier."),
  endpoint: string("Base URL of this interface, without a slash at its end."),
  contact: component("OctoSupplierContact", "How customers reach a supplier.", {
    website: stringOrNull("Web address for customers; null for none."),
    email: stringOrNull("E-mail address for customers; null for none."),
    telephone: stringOrNull("Telephone number for customers; null for none."),
    address: stringOrNull("Postal address for customers; null for none."),
  }).describe("How customers reach the supplier."),
});

/** Operations that show the supplier and its products on sale. */
export const productRoutes = [
  octoRoute("GET /supplier", {
    summary: "The supplier whose tours the key sells",
    name: "octo.getSupplier",
    description: "A key sells the tours of one supplier.",
    input: primitives.emptyInput,
    output: supplier,
    of: [catalog.getSupplier],
    async run(request) {
      const { supplierId } = request.channel;
      const found = await call(request, catalog.getSupplier, { id: supplierId });
      const { id, name, website, email, telephone, address } = found;
      const contact = { website, email, telephone, address };
      return { body: { id, name, endpoint: request.publicUrl + octoPrefix, contact } };
    },
  }),
  octoRoute("GET /products", {
    summary: "All products that can be sold",
    heldBytes: wholeListHeldBytes,
    name: "octo.listProducts",
    description:
      "By name. A product is left out while no option of it has a unit and a timetable. With `octo/content`, `Content-Language` names the languages of the texts.",
    input: primitives.emptyInput,
    output: z.array(octoProduct),
    of: productReads,
    async run(request) {
      const { products, currency } = await readProducts(request, wantedBy(request));
      const sold = products.map(soldOf).filter((each) => each !== undefined);
      const shown = shownTo(request, currency);
      return {
        body: sold.map((product) => shownProduct(product, shown)),
        ...languagesTo(request, sold),
      };
    },
  }),
  octoRoute("GET /products/{productId}", {
    summary: "One product",
    name: "octo.getProduct",
    description: "A product that `GET /products` leaves out is unknown here, too.",
    input: z.object({ productId: primitives.reference.describe("Id of the product.") }),
    output: octoProduct,
    refusals: ["NOT_FOUND"],
    of: productReads,
    async run(request, { productId }) {
      const found = await readSold(request, productId, wantedBy(request));
      if (!found)
        throw refuseOcto("INVALID_PRODUCT_ID", "No product that the key sells has this id");
      const { product, currency } = found;
      return {
        body: shownProduct(product, shownTo(request, currency)),
        ...languagesTo(request, [product]),
      };
    },
  }),
];

function wantedBy({ capabilities }: OctoRequest): { prices: boolean; photos: boolean } {
  return { prices: capabilities.has("pricing"), photos: capabilities.has("content") };
}

function shownTo({ capabilities, publicUrl }: OctoRequest, currency: Currency): Shown {
  return {
    currency: capabilities.has("pricing") ? currency : null,
    ...(capabilities.has("content") && { publicUrl }),
  };
}

function languagesTo({ capabilities }: OctoRequest, products: readonly Product[]) {
  const headers = capabilities.has("content") ? languageHeaders(products) : undefined;
  return headers && { headers };
}
