import "server-only";
import { cookies, headers } from "next/headers";
import { PAGE_ID_HEADER, REQUEST_ID_HEADER, SESSION_COOKIE } from "@/lib/session";
import { handleRequest } from "./http-handler";

/**
 * Registers the function that server-rendered pages use instead of fetch (lib/client/api.ts). It calls the API in this process without
 * HTTP. The page's session cookie becomes the Authorization header, because the API accepts no cookies.
 */
export function registerPageFetch(): void {
  const fetchInProcess = async (path: string, init: RequestInit) => {
    const requestHeaders = new Headers(init.headers);
    const incomingHeaders = await headers();
    for (const name of ["x-forwarded-for", "user-agent", REQUEST_ID_HEADER, PAGE_ID_HEADER]) {
      const value = incomingHeaders.get(name);
      if (value) requestHeaders.set(name, value);
    }
    const token = (await cookies()).get(SESSION_COOKIE)?.value;
    if (token && !requestHeaders.has("authorization")) requestHeaders.set("authorization", `Bearer ${token}`);
    return handleRequest(new Request(new URL(path, "http://in-process"), { ...init, headers: requestHeaders }));
  };
  (globalThis as { crossRiverPayFetch?: typeof fetchInProcess }).crossRiverPayFetch = fetchInProcess;
}
