import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { sendFile } from "@/lib/client/upload";
import type { UploadedImage } from "@/lib/contract/content-entries";
import { eventRoutes } from "@/lib/contract/event.routes";
import { queryKeyOf } from "./keys";

/** Uploads a picture for an event. @param onProgress 0 to 1 */
export const uploadEventImage = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedImage> => sendFile<UploadedImage>(eventRoutes.upload, file, { onProgress, signal });

/** Reads the pictures of an event's form by their ids. Pictures never change. */
export const eventImagesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "images", [...ids].sort()),
    queryFn: ({ signal }) => api.event.images({ ids: ids.join(",") }, { signal }),
    enabled: ids.length > 0,
    staleTime: "static",
    placeholderData: keepPreviousData,
  });

/** Reads the bytes of a picture, in a size close to `width` pixels. */
export const eventImageQuery = (imageId: string, width?: number) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "image", { imageId, width }),
    queryFn: async ({ signal }) => (await api.event.image({ imageId, width }, { signal })).body,
    staleTime: "static",
  });
