import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { handleRequest } from "@/lib/server/api/http-handler";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { languageCallsOf } from "@/lib/server/testing/languages";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let languageCalls: ReturnType<typeof languageCallsOf>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  languageCalls = languageCallsOf(app, admin);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await languageCalls.forgetKeys();
});

const newestAudit = async () => (await app.audit())[0];
const previewTextImport = (code: string, texts: unknown) =>
  languageCalls.call("POST", `languages/${code}/import-preview`, { texts });
const exportFile = (code: string, query = "", token = admin.token) =>
  app.call("GET", `/app-config/languages/${code}/export${query}`, { token });

describe("export", () => {
  it("an export of app texts can be imported again, is sorted by key, and is logged", async () => {
    await languageCalls.world();
    const file = await exportFile("efi");
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="efi.json"');
    expect(file.headers.get("content-type")).toContain("application/json");
    const texts = file.json;
    expect(Object.entries(texts)).toEqual([
      ["same.text", "Efik same"],
      ["there.text", "Efik there"],
    ]);
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.exportTexts",
      recordId: "efi",
      after: { exported: 2 },
    });
    expect((await previewTextImport("efi", texts)).json.data).toEqual({ new: [], changed: [], broken: [], same: 2 });
  });

  it("an export of missing app texts contains the English texts, for a translator to replace", async () => {
    await languageCalls.world();
    const file = await exportFile("efi", "?missing=true");
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="efi-missing.json"');
    expect(file.json).toEqual({ "fresh.text": "Fresh for {name}" });
    expect(Object.keys((await exportFile("pcm", "?missing=true")).json)).toHaveLength(3);
    expect((await exportFile("en", "?missing=true")).json).toEqual({});
  });

  it("an export of app texts requires the right and an existing language", async () => {
    const writer = await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read", "update"] }) });
    expect((await exportFile("efi", "", writer.token)).status).toBe(403);
    expect((await exportFile("zz")).status).toBe(404);
    expect((await exportFile("efi", "?missing=perhaps")).status).toBe(400);
  });
});

describe("bundle", () => {
  const readPublic = (file: string, headers: Record<string, string> = {}) =>
    handleRequest(new Request(`http://test/api/v1/public/languages/${file}`, { headers }));

  it("a language bundle has every key, with English as fallback, and is up to date immediately", async () => {
    const { fresh } = await languageCalls.world();
    const first = await readPublic("efi.json");
    const etag = first.headers.get("etag") ?? "";
    expect((await first.json()).data).toEqual({
      language: "efi",
      direction: "ltr",
      texts: { "fresh.text": "Fresh for {name}", "same.text": "Efik same", "there.text": "Efik there" },
    });
    expect((await readPublic("efi.json", { "if-none-match": etag })).status).toBe(304);
    await languageCalls.put(fresh.id, "efi", "Efik {name}");
    const nextAnswer = await readPublic("efi.json", { "if-none-match": etag });
    expect([nextAnswer.status, (await nextAnswer.json()).data.texts["fresh.text"]]).toEqual([200, "Efik {name}"]);
    expect((await (await readPublic("pcm.json")).json()).data.texts["fresh.text"]).toBe("Fresh for {name}");
  });

  it.each(["zz.json", "efi", "efi.JSON", "EFI.json", "..%2fefi.json", "%00.json", ".json", "efi.json.json"])(
    "a language bundle returns 404 for %s",
    async (file) => {
      expect([400, 404]).toContain((await readPublic(file)).status);
    },
  );
});

describe("keys that a release of the app uses", () => {
  it("an app that reports the text keys of its release gets the unknown ones in the response; keys that a release uses can't be deleted", async () => {
    const rows = await languageCalls.world();
    const reportUsedTextKeys = (keys: string[], release = "2.1.0") =>
      app.callAsApp("POST", "/languages/keys", { body: { release, keys } });
    const { json } = await reportUsedTextKeys(["there.text", "there.text", "not.written", "nul\0", "Not A Key"]);
    expect(json.data).toEqual({ unknown: ["Not A Key", "not.written", "nul\0"] });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.reportKeys",
      after: { release: "2.1.0", keys: 5, unknown: 3 },
    });
    expect(await languageCalls.found("filter=unused")).toEqual(["fresh.text", "same.text"]);
    const deleteTextKey = (id: string) => languageCalls.call("DELETE", `language-keys/${id}`, { version: 1 });
    const refused = await deleteTextKey(rows.there.id);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("The app uses there.text")]);
    await reportUsedTextKeys(["same.text"]);
    expect((await deleteTextKey(rows.there.id)).status).toBe(200);
    expect((await reportUsedTextKeys([])).status).toBe(400);
    expect((await app.call("POST", "/app/languages/keys", { token: admin.token, body: {} })).status).toBe(401);
  });
});
