import { afterEach, expect, it, vi } from "vitest";
import { answer } from "./http-handler";
import { servePages } from "./page-call";

vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "user-agent": "Firefox" }),
  cookies: async () => ({ get: () => ({ value: "of-the-session" }) }),
}));
vi.mock("./http-handler", () => ({ answer: vi.fn(async () => new Response()) }));

afterEach(() => Reflect.deleteProperty(globalThis, "crossRiverPayFetch"));

it("uses the cookie's token for a page's call unless it has its own Authorization header", async () => {
  servePages();
  const { crossRiverPayFetch: ask } = globalThis as unknown as { crossRiverPayFetch: typeof fetch };
  await ask("/api/v1/users", {});
  await ask("/api/v1/users", { headers: { Authorization: "Bearer of-the-call" } });
  const sent = vi.mocked(answer).mock.calls.map(([request]) => request.headers);
  expect(sent.map((headers) => headers.get("authorization"))).toEqual(["Bearer of-the-session", "Bearer of-the-call"]);
  expect(sent.map((headers) => headers.get("user-agent"))).toEqual(["Firefox", "Firefox"]);
});
