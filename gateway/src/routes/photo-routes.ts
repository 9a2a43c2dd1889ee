import { photos } from "@slipway/contracts";
import { uploadMs } from "../constants.ts";
import { photoContent, photoWeight } from "./photo-content.ts";
import { addPhoto, changePhoto } from "./photo-uploads.ts";
import { routesOf } from "../route/route.ts";

const patience = { deadlineMs: uploadMs };

export const photoRoutes = routesOf(["catalog:read", "catalog:write"], {
  "GET /products/{id}/photos": [photos.listPhotos, "Photos of a product, in their order"],
  "POST /products/{id}/photos": [
    addPhoto,
    "Adds a photo behind the others",
    { operationId: "createPhoto", ...patience },
  ],
  "PUT /products/{id}/photos/{photoId}": [
    changePhoto,
    "Replaces the bytes of a photo, which keeps its id and its place",
    { operationId: "replacePhoto", ...patience },
  ],
  "DELETE /products/{id}/photos/{photoId}": [photos.deletePhoto, "Deletes a photo"],
  "PUT /products/{id}/photo-order": [photos.setPhotoOrder, "Orders the photos of a product"],
  "GET /products/{id}/photos/{photoId}/content": [
    photoContent,
    "The bytes of a photo; a range of them on request",
    { operationId: "getPhotoContent", weight: photoWeight },
  ],
});
