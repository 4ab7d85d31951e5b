import "server-only";
import { apiWithDerivedField } from "./api/pipeline";
import { beginUpload } from "./uploads/begin";
import { signedPutOf } from "./uploads/direct";

/** Handlers of the `uploads.*` calls. */
export const uploads = {
  begin: apiWithDerivedField({ field: "put", of: signedPutOf }).uploads.begin.handler(({ input, context }) =>
    beginUpload(context, input),
  ),
};
