import "server-only";
import { cookies, headers } from "next/headers";
import { SESSION_COOKIE } from "@/lib/session";
import { answer } from "./door";

/**
 * What pages on the server call instead of fetch (lib/client/api.ts): the same door in this process, without a network
 * in between. Pages are asked for with the cookie; the API itself knows only the Authorization header.
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
