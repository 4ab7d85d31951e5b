import "server-only";
import { cookies, headers } from "next/headers";
import { SESSION_COOKIE } from "@/lib/session";
import { answer } from "./http-handler";

/**
 * Registers the function that server pages use instead of fetch (lib/client/api.ts). It runs the API in this process,
 * without HTTP. The page's session cookie becomes the Authorization header, the only one that the API accepts.
 */
export function servePages(): void {
  const inProcess = async (path: string, init: RequestInit) => {
    const asked = new Headers(init.headers);
    const incoming = await headers();
    for (const name of ["x-forwarded-for", "user-agent", "x-request-id"]) {
      const value = incoming.get(name);
      if (value) asked.set(name, value);
    }
    const token = (await cookies()).get(SESSION_COOKIE)?.value;
    if (token && !asked.has("authorization")) asked.set("authorization", `Bearer ${token}`);
    return answer(new Request(new URL(path, "http://in-process"), { ...init, headers: asked }));
  };
  (globalThis as { crossRiverPayFetch?: typeof inProcess }).crossRiverPayFetch = inProcess;
}
