import { z } from "zod";
import { endpoint, instant } from "./common";
import { UPLOAD_PATHS } from "./upload-paths.values";
import { uploadsRoutes as routes } from "./uploads.routes";
import { DIRECT_UPLOAD_TYPES } from "./uploads.values";

/** Size in bytes and MIME type of the file. The bucket accepts no other size and type at the returned URL. */
export const declaredFile = {
  size: z.int().min(1, "This file is empty. Choose another one."),
  content_type: z.enum(DIRECT_UPLOAD_TYPES),
};

/** Response of the call that begins a direct upload: the request with which the client sends the file to the bucket, if any. */
export const begunUpload = z.object({
  /** Id to send to `path` as `direct_upload`; null if there is no bucket, so that the file itself is sent to `path`. */
  id: z.string().nullable(),
  /** Maximum body size in bytes of the call at `path`. */
  body_limit: z.int(),
  /** Request that uploads the file to the bucket; null if `id` is null, or if the upload was completed or has expired. */
  put: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), expires_at: instant }).nullable(),
});
/** Response of the call that begins a direct upload to the bucket. */
export type BegunUpload = z.infer<typeof begunUpload>;

/** Call that begins an upload straight to the bucket. */
export const directUploadCalls = {
  begin: endpoint(routes.begin, {
    summary: "Begin the upload of a file straight to the bucket, for a call that receives a file",
    done: "Began the upload of a file",
    input: z.strictObject({ path: z.enum(UPLOAD_PATHS), ...declaredFile }),
    output: begunUpload,
  }),
};
