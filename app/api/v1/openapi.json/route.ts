import { allowOnlyMethods } from "@/lib/server/api/method-not-allowed";
import { serveApiDocument } from "@/lib/server/api/serve-document";

const rejectMethod = allowOnlyMethods("GET");

export {
  rejectMethod as DELETE,
  rejectMethod as OPTIONS,
  rejectMethod as PATCH,
  rejectMethod as POST,
  rejectMethod as PUT,
  serveApiDocument as GET,
};
