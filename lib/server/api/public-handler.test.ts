import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { log } from "@/lib/server/base/log";
import { router } from "@/lib/server/router";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { CANARIES } from "@/lib/server/testing/public-canaries";
import { answer } from "./http-handler";
import { handlePublicRequest } from "./public-handler";

let app: TestApp;
const hidden: string[] = [];
const shown: string[] = [];
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await startTestApp();
  for (const plant of Object.values(CANARIES)) {
    const planted = await plant(app);
    hidden.push(...planted.hidden);
    shown.push(...(planted.shown ?? []));
    Object.assign(ids, planted.ids);
  }
});
afterAll(() => app.stop());

const groups: Record<string, Record<string, Route>> = routes;
const published = Object.entries(router).flatMap(([group, calls]) =>
  Object.keys(calls).flatMap((name) => {
    const route = groups[group]?.[name];
    return route?.path.startsWith("/public/") ? [{ call: `${group}.${name}`, path: route.path }] : [];
  }),
);
const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? UNKNOWN);
const ask = (path: string, { method = "GET", ...init }: RequestInit = {}) =>
  answer(new Request(`http://test/api/v1${path}`, { method, ...init }));

describe.each(published)("call $call", ({ path }) => {
  it("returns only published content to any client", async () => {
    const answered = await ask(fill(path));
    expect([200, 404]).toContain(answered.status);
    const body = (await answered.text()).toLowerCase();
    expect(hidden.filter((canary) => body.includes(canary.toLowerCase()))).toEqual([]);
  });

  it("returns the same bytes to an admin: cookie and token have no effect", async () => {
    const { token } = await makeAdmin(app);
    const headers = { authorization: `Bearer ${token}`, cookie: `cross-riv-token=${token}` };
    expect(await (await ask(fill(path), { headers })).text()).toBe(await (await ask(fill(path))).text());
  });
});

it("returns all published content", async () => {
  const bodies = await Promise.all(published.map(async ({ path }) => (await ask(fill(path))).text()));
  expect(shown.filter((word) => !bodies.join("\n").includes(word))).toEqual([]);
});

describe("the public API", () => {
  const PATH = "/public/report-categories";

  it("lets browsers and CDNs cache an answer for 30 s, and answers 304 to a matching ETag", async () => {
    const first = await ask(PATH);
    expect(first.status).toBe(200);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "cache-control": "public, max-age=30, stale-while-revalidate=30",
      "access-control-allow-origin": "*",
      etag: expect.stringMatching(/^"[\w-]{32}"$/),
    });
    expect(first.headers.get("set-cookie")).toBeNull();
    const etag = first.headers.get("etag") ?? "";
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await ask(PATH, { headers: { "if-none-match": tag } });
      expect([tag, again.status, await again.text()]).toEqual([tag, 304, ""]);
      expect(again.headers.get("etag")).toBe(etag);
    }
    expect((await ask(PATH, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  it("changes the ETag when the data change", async () => {
    const etag = (await ask(PATH)).headers.get("etag") ?? "";
    await app.db.execute("update ireport_categories set name = 'Shownroads and bridges' where name = 'Shownroads'");
    const changed = await ask(PATH, { headers: { "if-none-match": etag } });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain("Shownroads and bridges");
  });

  it("answers HEAD without a body, a preflight with 204, and writes with 405", async () => {
    const head = await ask(PATH, { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("etag") !== null]).toEqual([200, "", true]);
    const preflight = await ask(PATH, { method: "OPTIONS", headers: { origin: "https://other.example" } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const refused = await ask(PATH, { method, body: "{}", headers: { "content-type": "application/json" } });
      expect([method, refused.status, refused.headers.get("allow")]).toEqual([method, 405, "GET, HEAD, OPTIONS"]);
      expect(refused.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("answers errors with no-store, and is the only API with CORS", async () => {
    for (const [path, status] of [
      ["/public/no-such-thing", 404],
      [`${PATH}?x=1`, 400],
    ] as const) {
      const refused = await ask(path);
      expect([path, refused.status, refused.headers.get("cache-control")]).toEqual([path, status, "no-store"]);
      expect(refused.headers.get("access-control-allow-origin")).toBe("*");
      expect(refused.headers.get("etag")).toBeNull();
    }
    expect((await ask("/kyc")).headers.get("access-control-allow-origin")).toBeNull();
    expect((await ask("/kyc", { method: "OPTIONS" })).headers.get("access-control-allow-origin")).toBeNull();
  });

  it("logs no token of a preview or download link", async () => {
    const logged = vi.spyOn(log, "info");
    const token = "Ab-_9".repeat(9).slice(0, 43);
    for (const path of [`/public/previews/${token}`, `/public/previews/${token}/`, `/exports/${token}`])
      await ask(path);
    const lines = logged.mock.calls.map((line) => JSON.stringify(line)).join();
    logged.mockRestore();
    expect([lines.includes(token), lines.includes("/public/previews/…")]).toEqual([false, true]);
  });

  it("computes an answer again only after a database write", async () => {
    let made = 0;
    let held = "1";
    const get = () =>
      handlePublicRequest(
        new Request("http://test/"),
        "/unit",
        async () => Response.json({ made: ++made }),
        async () => held,
      );
    const tags = [await get(), await get()].map(({ headers }) => headers.get("etag"));
    expect([made, tags[0]]).toEqual([1, tags[1]]);
    held = "2";
    expect((await get()).headers.get("etag")).not.toBe(tags[0]);
    expect(made).toBe(2);
  });

  it("uses at most 2 ms CPU time for a 304", async () => {
    const headers = { "if-none-match": (await ask(PATH)).headers.get("etag") ?? "" };
    // CPU time of this process, which waiting for other processes does not affect; the best of three runs.
    const works = async () => {
      const before = process.cpuUsage();
      for (let n = 0; n < 100; n++) expect((await ask(PATH, { headers })).status).toBe(304);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000 / 100;
    };
    expect(Math.min(await works(), await works(), await works())).toBeLessThan(2);
  });
});
