import { afterEach, expect, it, vi } from "vitest";
import { handleRequest } from "./http-handler";
import { registerPageFetch } from "./page-fetch";

vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "user-agent": "Firefox", "x-request-id": "page-0001", "x-page-id": "page-0001" }),
  cookies: async () => ({ get: () => ({ value: "of-the-session" }) }),
}));
vi.mock("./http-handler", () => ({ handleRequest: vi.fn(async () => new Response()) }));

afterEach(() => Reflect.deleteProperty(globalThis, "crossRiverPayFetch"));

it("an API call that a server-rendered page makes is sent with the session cookie's token unless it has its own Authorization header", async () => {
  registerPageFetch();
  const { crossRiverPayFetch: fetchPage } = globalThis as unknown as { crossRiverPayFetch: typeof fetch };
  await fetchPage("/api/v1/users", {});
  await fetchPage("/api/v1/users", { headers: { Authorization: "Bearer of-the-call" } });
  const sentHeaders = vi.mocked(handleRequest).mock.calls.map(([request]) => request.headers);
  expect(sentHeaders.map((headers) => headers.get("authorization"))).toEqual([
    "Bearer of-the-session",
    "Bearer of-the-call",
  ]);
  expect(sentHeaders.map((headers) => headers.get("user-agent"))).toEqual(["Firefox", "Firefox"]);
  // The middleware sets both ids, so all calls of a page share them.
  for (const name of ["x-request-id", "x-page-id"])
    expect(sentHeaders.map((headers) => headers.get(name))).toEqual(["page-0001", "page-0001"]);
});
