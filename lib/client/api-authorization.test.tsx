import Cookies from "js-cookie";
import { afterEach, expect, it, vi } from "vitest";
import { SESSION_COOKIE } from "@/lib/session";
import { api } from "./api";

afterEach(() => vi.unstubAllGlobals());

it("sends the bearer token of the session cookie unless the call has an Authorization header", async () => {
  Cookies.set(SESSION_COOKIE, "of-the-session");
  const sentHeaders: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    sentHeaders.push(new Headers(init.headers).get("authorization"));
    return Response.json({ status: 200, message: "", data: {} });
  });
  await api.auth.me({});
  await api.auth.me({}, { context: { headers: { Authorization: "Bearer of-the-call" } } });
  await api.auth.me({}, { context: { headers: { "accept-language": "en" } } });
  expect(sentHeaders).toEqual(["Bearer of-the-session", "Bearer of-the-call", "Bearer of-the-session"]);
});
