import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { log } from "@/lib/server/base/log";
import { router } from "@/lib/server/router";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { CANARY_MAKERS } from "@/lib/server/testing/public-canaries";
import { handleRequest } from "./http-handler";
import { handlePublicRequest } from "./public-handler";

let app: TestApp;
const hiddenTexts: string[] = [];
const shownTexts: string[] = [];
const plantedIds: Record<string, string> = {};
beforeAll(async () => {
  app = await startTestApp();
  for (const plantCanary of Object.values(CANARY_MAKERS)) {
    const planted = await plantCanary(app);
    hiddenTexts.push(...planted.hidden);
    shownTexts.push(...(planted.shown ?? []));
    Object.assign(plantedIds, planted.ids);
  }
});
afterAll(() => app.stop());

const routesByGroup: Record<string, Record<string, Route>> = routes;
const publicCalls = Object.entries(router).flatMap(([group, calls]) =>
  Object.keys(calls).flatMap((name) => {
    const route = routesByGroup[group]?.[name];
    return route?.path.startsWith("/public/") ? [{ call: `${group}.${name}`, path: route.path }] : [];
  }),
);
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const fillPath = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => plantedIds[name] ?? UNKNOWN_ID);
const callPublic = (path: string, { method = "GET", ...init }: RequestInit = {}) =>
  handleRequest(new Request(`http://test/api/v1${path}`, { method, ...init }));

describe.each(publicCalls)("call $call", ({ path }) => {
  it("public calls return only published content, to any client", async () => {
    const answered = await callPublic(fillPath(path));
    expect([200, 404]).toContain(answered.status);
    const body = (await answered.text()).toLowerCase();
    expect(hiddenTexts.filter((canary) => body.includes(canary.toLowerCase()))).toEqual([]);
  });

  it("public calls ignore cookie and token, and return the same bytes to an admin as to anyone", async () => {
    const { token } = await makeAdmin(app);
    const headers = { authorization: `Bearer ${token}`, cookie: `cross-riv-token=${token}` };
    expect(await (await callPublic(fillPath(path), { headers })).text()).toBe(
      await (await callPublic(fillPath(path))).text(),
    );
  });
});

it("the public calls return all published content of every module", async () => {
  const bodies = await Promise.all(publicCalls.map(async ({ path }) => (await callPublic(fillPath(path))).text()));
  expect(shownTexts.filter((word) => !bodies.join("\n").includes(word))).toEqual([]);
});

describe("the public API", () => {
  const PATH = "/public/report-categories";

  it("browsers and CDNs may cache a public response for 30 s; a request with its ETag then gets 304", async () => {
    const first = await callPublic(PATH);
    expect(first.status).toBe(200);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "cache-control": "public, max-age=30, stale-while-revalidate=30",
      "access-control-allow-origin": "*",
      etag: expect.stringMatching(/^"[\w-]{32}"$/),
    });
    expect(first.headers.get("set-cookie")).toBeNull();
    const etag = first.headers.get("etag") ?? "";
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const repeated = await callPublic(PATH, { headers: { "if-none-match": tag } });
      expect([tag, repeated.status, await repeated.text()]).toEqual([tag, 304, ""]);
      expect(repeated.headers.get("etag")).toBe(etag);
    }
    expect((await callPublic(PATH, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  it("the ETag of a public response changes when its data change", async () => {
    const etag = (await callPublic(PATH)).headers.get("etag") ?? "";
    await app.db.execute("update ireport_categories set name = 'Shownroads and bridges' where name = 'Shownroads'");
    const changed = await callPublic(PATH, { headers: { "if-none-match": etag } });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain("Shownroads and bridges");
  });

  it("public paths return no body for HEAD, 204 for a preflight request, and 405 for writes", async () => {
    const head = await callPublic(PATH, { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("etag") !== null]).toEqual([200, "", true]);
    const preflight = await callPublic(PATH, { method: "OPTIONS", headers: { origin: "https://other.example" } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const refused = await callPublic(PATH, { method, body: "{}", headers: { "content-type": "application/json" } });
      expect([method, refused.status, refused.headers.get("allow")]).toEqual([method, 405, "GET, HEAD, OPTIONS"]);
      expect(refused.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("error responses of the public API have `no-store`, and CORS is allowed only for the public API", async () => {
    for (const [path, status] of [
      ["/public/no-such-thing", 404],
      [`${PATH}?x=1`, 400],
    ] as const) {
      const refused = await callPublic(path);
      expect([path, refused.status, refused.headers.get("cache-control")]).toEqual([path, status, "no-store"]);
      expect(refused.headers.get("access-control-allow-origin")).toBe("*");
      expect(refused.headers.get("etag")).toBeNull();
    }
    expect((await callPublic("/kyc")).headers.get("access-control-allow-origin")).toBeNull();
    expect((await callPublic("/kyc", { method: "OPTIONS" })).headers.get("access-control-allow-origin")).toBeNull();
  });

  it("the log contains no token of a preview or download link", async () => {
    const logged = vi.spyOn(log, "info");
    const token = "Ab-_9".repeat(9).slice(0, 43);
    for (const path of [`/public/previews/${token}`, `/public/previews/${token}/`, `/exports/${token}`])
      await callPublic(path);
    const lines = logged.mock.calls.map((line) => JSON.stringify(line)).join();
    logged.mockRestore();
    expect([lines.includes(token), lines.includes("/public/previews/…")]).toEqual([false, true]);
  });

  it("a public response is computed again only after a database write", async () => {
    let answerCount = 0;
    let snapshotId = "1";
    const getOnce = () =>
      handlePublicRequest(
        new Request("http://test/"),
        "/unit",
        async () => Response.json({ made: ++answerCount }),
        async () => snapshotId,
      );
    const tags = [await getOnce(), await getOnce()].map(({ headers }) => headers.get("etag"));
    expect([answerCount, tags[0]]).toEqual([1, tags[1]]);
    snapshotId = "2";
    expect((await getOnce()).headers.get("etag")).not.toBe(tags[0]);
    expect(answerCount).toBe(2);
  });

  it("a public 304 response takes at most 2 ms of CPU time", async () => {
    const headers = { "if-none-match": (await callPublic(PATH)).headers.get("etag") ?? "" };
    // Measures the CPU time of this process, which other processes do not affect. The best of three runs counts.
    const cpuMsOfRepeats = async () => {
      const before = process.cpuUsage();
      for (let n = 0; n < 100; n++) expect((await callPublic(PATH, { headers })).status).toBe(304);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000 / 100;
    };
    expect(Math.min(await cpuMsOfRepeats(), await cpuMsOfRepeats(), await cpuMsOfRepeats())).toBeLessThan(2);
  });
});
