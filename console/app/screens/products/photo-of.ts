/** Reads a file that a user has chosen as a photo of the API. */
import type { PhotoType } from "@slipway/client";

/** The part of the file's data URL after the comma. */
export function photoOf(file: File): Promise<{ contentType: PhotoType; data: string }> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      resolve({
        contentType: file.type as PhotoType,
        data: (reader.result as string).split(",")[1] ?? "",
      });
    reader.onerror = () => reject(reader.error ?? new Error("the file cannot be read"));
    reader.readAsDataURL(file);
  });
}
