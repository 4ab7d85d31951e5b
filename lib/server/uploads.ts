import "server-only";
import { apiDeriving } from "./api/pipeline";
import { beginUpload } from "./uploads/begin";
import { signedPutOf } from "./uploads/direct";

export const uploads = {
  begin: apiDeriving({ field: "put", of: signedPutOf }).uploads.begin.handler(({ input, context }) =>
    beginUpload(context, input),
  ),
};
