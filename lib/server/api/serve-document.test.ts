import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { changeSettings } from "@/lib/server/testing/settings";
import { checkDocsAccess } from "./docs-access";
import { serveApiDocument } from "./serve-document";

const settings = changeSettings();
let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app, { rights: [] });
});
afterAll(() => app.stop());

const readDocument = (headers: Record<string, string> = {}) =>
  serveApiDocument(new Request("http://test/api/v1/openapi.json", { headers }));
const bearer = () => ({ authorization: `Bearer ${admin.token}` });
const cookie = () => ({ cookie: `a=b; cross-riv-token=${admin.token}` });

describe("the API document with API_DOCS=open", () => {
  beforeEach(() => {
    settings.apiDocs = "open";
  });

  it("groups the calls of the API document under readable names", async () => {
    const { paths } = await (await readDocument()).json();
    const operations = Object.values<Record<string, { tags: string[] }>>(paths).flatMap((path) => Object.values(path));
    const names = operations.flatMap(({ tags }) => tags);
    expect(names).toContain("Saved views");
    expect(names.filter((name) => /[a-z][A-Z]/.test(name) && name !== "iReports")).toEqual([]);
  });

  it("makes the API document publicly cacheable, and returns 304 for a matching ETag", async () => {
    const first = await readDocument();
    expect(first.status).toBe(200);
    expect(await first.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
    expect(first.headers.get("cache-control")).toBe("public, max-age=300");
    expect(first.headers.get("vary")).toBe("Accept-Encoding");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[\w-]{32}"$/);
    for (const named of [etag, etag.replace("W/", "")]) {
      const again = await readDocument({ "if-none-match": named });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
      expect(again.headers.get("cache-control")).toBe("public, max-age=300");
    }
  });
});

describe("the API document with API_DOCS=signed-in", () => {
  beforeEach(() => {
    settings.apiDocs = "signed-in";
  });

  it.each([
    ["a bearer token", bearer],
    ["the session cookie", cookie],
  ])("returns the API document to an admin with %s, cacheable only by that client", async (_what, headers) => {
    const answer = await readDocument(headers());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("private, max-age=300");
    const etag = answer.headers.get("etag") ?? "";
    expect((await readDocument({ ...headers(), "if-none-match": etag })).status).toBe(304);
    expect(await checkDocsAccess(new Headers(headers()))).toEqual({ state: "allowed" });
  });

  it("returns 401 for the API document without a session, even for a matching ETag", async () => {
    const etag = (await readDocument(bearer())).headers.get("etag") ?? "";
    for (const headers of [{}, { authorization: `Bearer ${"x".repeat(40)}` }, { "if-none-match": etag }]) {
      const answer = await readDocument(headers as Record<string, string>);
      expect([answer.status, (await answer.json()).code]).toEqual([401, "UNAUTHORIZED"]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    expect(await checkDocsAccess(new Headers())).toMatchObject({ state: "refused" });
  });
});

it("returns 404 like an unknown path if API_DOCS=off, even to an admin", async () => {
  settings.apiDocs = "off";
  const unknown = await app.call("GET", "/nothing", { token: admin.token });
  const answer = await readDocument(bearer());
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual(unknown.json);
  expect(await checkDocsAccess(new Headers(bearer()))).toEqual({ state: "off" });
});
