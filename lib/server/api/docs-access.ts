import "server-only";
import { env } from "@/lib/env";
import { SIGN_IN_PATH } from "@/lib/session";
import { answer } from "./door";
import { requestContext } from "./request";

/** Whether a caller gets the API documents; where refused, the API's answer and the page to sign in at. */
type DocsAccess = { state: "allowed" | "off" } | { state: "refused"; refusal: Response; signIn: string };

/**
 * Checks the setting API_DOCS. With `signed-in` the session counts as a bearer, or as the cookie, so that a link opens in the
 * browser: the documents are the same for all admins, so another site that makes a browser load them gains nothing.
 */
export async function docsAccess(headers: Headers): Promise<DocsAccess> {
  const { apiDocs } = env();
  if (apiDocs !== "signed-in") return { state: apiDocs === "off" ? "off" : "allowed" };
  const { token, sessionCookie } = requestContext(headers);
  // Asked of the API itself: with API_BASE_URL the sessions are in another service.
  const asked = new Headers(headers);
  for (const name of ["cookie", "if-none-match", "content-length", "content-type"]) asked.delete(name);
  asked.set("authorization", `Bearer ${token ?? sessionCookie ?? ""}`);
  const refusal = await answer(new Request("http://in-process/api/v1/users", { headers: asked }));
  return refusal.ok ? { state: "allowed" } : { state: "refused", refusal, signIn: SIGN_IN_PATH };
}
