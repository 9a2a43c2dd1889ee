import type { Step } from "./step.ts";

/** One blue dot. */
const dot = {
  contentType: "image/png",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};
const photo = { id: "@product.id", photoId: "@photo.id" };

/** Each makes what it takes away, where what stands is in use. */
export const takingDownSteps: readonly Step[] = [
  {
    name: "kayaks",
    head: "POST /resources",
    body: { supplierId: "@supplier.id", name: "Kayaks", quantity: 40, capacityPerResource: 1 },
  },
  {
    name: "return",
    head: "POST /products/{id}/options",
    path: { id: "@product.id" },
    body: { name: "Return crossing", durationMinutes: 50 },
  },
  {
    name: "kayaksLinked",
    head: "POST /options/{id}/resource-requirements",
    path: { id: "@return.id" },
    body: { resourceId: "@kayaks.id", quantity: 1 },
  },
  {
    name: "unlinked",
    head: "DELETE /options/{optionId}/resource-requirements/{resourceId}",
    path: { optionId: "@return.id", resourceId: "@kayaks.id" },
  },
  { name: "resourceDeleted", head: "DELETE /resources/{id}", path: { id: "@kayaks.id" } },
  { name: "optionDeleted", head: "DELETE /options/{id}", path: { id: "@return.id" } },
  {
    name: "periodEnded",
    head: "DELETE /options/{id}/availability-periods/{periodId}",
    path: { id: "@option.id", periodId: "@period.id" },
  },
  {
    name: "photo",
    head: "POST /products/{id}/photos",
    path: { id: "@product.id" },
    body: dot,
  },
  { name: "photos", head: "GET /products/{id}/photos", path: { id: "@product.id" } },
  {
    name: "photoReplaced",
    head: "PUT /products/{id}/photos/{photoId}",
    path: photo,
    body: dot,
  },
  {
    name: "photosOrdered",
    head: "PUT /products/{id}/photo-order",
    path: { id: "@product.id" },
    body: { photoIds: ["@photo.id"] },
  },
  { name: "photoDeleted", head: "DELETE /products/{id}/photos/{photoId}", path: photo },
  { name: "unitArchived", head: "DELETE /units/{id}", path: { id: "@child.id" } },
  { name: "productArchived", head: "DELETE /products/{id}", path: { id: "@product.id" } },
  { name: "supplierArchived", head: "DELETE /suppliers/{id}", path: { id: "@supplier.id" } },
  { name: "keyRevoked", head: "DELETE /api-keys/{id}", path: { id: "@apiKey.id" } },
  { name: "signedOut", head: "DELETE /sessions/current" },
];
