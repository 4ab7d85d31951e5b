import "server-only";
import { apiWithDerivedResponseField } from "./api/pipeline";
import { beginUpload } from "./uploads/begin";
import { signedUploadRequestOf } from "./uploads/direct";

/** Handlers of the `uploads.*` calls. */
export const uploadsHandlers = {
  begin: apiWithDerivedResponseField({ field: "put", of: signedUploadRequestOf }).uploads.begin.handler(
    ({ input, context }) => beginUpload(context, input),
  ),
};
