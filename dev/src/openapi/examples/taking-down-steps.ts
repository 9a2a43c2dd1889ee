import type { Step } from "./step.ts";

/** One blue dot. */
const dot = {
  contentType: "image/png",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};

/** Each makes what it takes away, where what stands is in use. */
export const takingDownSteps: readonly Step[] = [
  {
    name: "kayaks",
    head: "POST /resources",
    body: { supplierId: "@supplier.id", name: "Kayaks", quantity: 40, capacityPerResource: 1 },
  },
  {
    name: "return",
    head: "POST /products/@product.id/options",
    body: { name: "Return crossing", durationMinutes: 50 },
  },
  {
    name: "kayaksLinked",
    head: "POST /options/@return.id/resource-requirements",
    body: { resourceId: "@kayaks.id", quantity: 1 },
  },
  { name: "unlinked", head: "DELETE /options/@return.id/resource-requirements/@kayaks.id" },
  { name: "resourceDeleted", head: "DELETE /resources/@kayaks.id" },
  { name: "optionDeleted", head: "DELETE /options/@return.id" },
  { name: "periodEnded", head: "DELETE /options/@option.id/availability-periods/@period.id" },
  { name: "photo", head: "POST /products/@product.id/photos", body: dot },
  { name: "photos", head: "GET /products/@product.id/photos" },
  { name: "photoReplaced", head: "PUT /products/@product.id/photos/@photo.id", body: dot },
  {
    name: "photosOrdered",
    head: "PUT /products/@product.id/photo-order",
    body: { photoIds: ["@photo.id"] },
  },
  { name: "photoDeleted", head: "DELETE /products/@product.id/photos/@photo.id" },
  { name: "unitArchived", head: "DELETE /units/@child.id" },
  { name: "productArchived", head: "DELETE /products/@product.id" },
  { name: "supplierArchived", head: "DELETE /suppliers/@supplier.id" },
  { name: "keyRevoked", head: "DELETE /api-keys/@apiKey.id" },
  { name: "signedOut", head: "DELETE /sessions/current" },
];
