import { afterEach, expect, it, vi } from "vitest";
import { answer } from "./door";
import { servePages } from "./page-call";

vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "user-agent": "Firefox" }),
  cookies: async () => ({ get: () => ({ value: "of-the-session" }) }),
}));
vi.mock("./door", () => ({ answer: vi.fn(async () => new Response()) }));

afterEach(() => Reflect.deleteProperty(globalThis, "crossRiverPayFetch"));

it("a page's call has the cookie's token unless it has an Authorization header already", async () => {
  servePages();
  const { crossRiverPayFetch: ask } = globalThis as unknown as { crossRiverPayFetch: typeof fetch };
  await ask("/api/v1/users", {});
  await ask("/api/v1/users", { headers: { Authorization: "Bearer of-the-call" } });
  const sent = vi.mocked(answer).mock.calls.map(([request]) => request.headers);
  expect(sent.map((headers) => headers.get("authorization"))).toEqual(["Bearer of-the-session", "Bearer of-the-call"]);
  expect(sent.map((headers) => headers.get("user-agent"))).toEqual(["Firefox", "Firefox"]);
});
