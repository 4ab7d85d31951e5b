import "server-only";
import { env } from "@/lib/env";
import { SIGN_IN_PATH } from "@/lib/session";
import { handleRequest } from "./http-handler";
import { requestContext } from "./request";

/** Whether a caller may read the API documents. If refused: the error response, and the path of the sign-in page. */
type DocsAccess = { state: "allowed" | "off" } | { state: "refused"; refusal: Response; signIn: string };

/**
 * Decides by the setting API_DOCS whether a caller may read the API documents. With `signed-in`, the session is accepted as bearer token or
 * as cookie, so that a link opens in a browser. The cookie is safe here, because the documents are the same for all admins.
 */
export async function checkDocsAccess(headers: Headers): Promise<DocsAccess> {
  const { apiDocs } = env();
  if (apiDocs !== "signed-in") return { state: apiDocs === "off" ? "off" : "allowed" };
  const { token, sessionCookie } = requestContext(headers);
  // Checks the session through the API, because with API_BASE_URL sessions are stored in another service.
  const sessionHeaders = new Headers(headers);
  for (const name of ["cookie", "if-none-match", "content-length", "content-type"]) sessionHeaders.delete(name);
  sessionHeaders.set("authorization", `Bearer ${token ?? sessionCookie ?? ""}`);
  const refusal = await handleRequest(new Request("http://in-process/api/v1/users", { headers: sessionHeaders }));
  return refusal.ok ? { state: "allowed" } : { state: "refused", refusal, signIn: SIGN_IN_PATH };
}
