import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessPolicy, makeRights } from "@/lib/contract/access";
import { appConfigRoutes } from "@/lib/contract/app-config.routes";
import { LEGAL_CONTENT_ENTRY_IDS } from "@/lib/contract/content-entries.values";
import { handleRequest } from "@/lib/server/api/http-handler";
import { APP_KEY, makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { contentEntryCallsOf, faqContent, legalText } from "@/lib/server/testing/content-entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const newestAudit = async () => (await app.audit())[0];
const numberInput = (number: string, lga: string | null = null) => ({
  name: `Desk ${number}`,
  number,
  category: "general",
  lga,
});

describe("rights", () => {
  it("the calls of App Configurations require its rights; even all rights of Content Management do not suffice", async () => {
    const editor = await makeAdmin(app, {
      rights: makeRights({ "Content Management": ["read", "create", "update", "delete", "approve", "export"] }),
    });
    const reader = await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read"] }) });
    const drafted = await contentEntryCallsOf(app, admin, "faq").draft(faqContent("Whose right?"));
    const entryPath = `/app-config/entries/faq/${drafted.id}`;
    const writes = [
      ["POST", "/app-config/entries/faq", { draft: faqContent("Not mine") }],
      ["PATCH", entryPath, { version: 1, draft: faqContent("Not mine") }],
      ["POST", `${entryPath}/publications`, { version: 1, from: null, until: null }],
      ["DELETE", entryPath, { version: 1 }],
      ["POST", "/app-config/emergency-numbers", numberInput("199")],
      ["POST", "/app-config/language-keys", { key: "not.mine", source: "Not mine", note: "" }],
      ["POST", "/app-config/languages/efi/import", { texts: { "home.title": "x" } }],
      ["POST", "/app-config/broadcasts/audience", { audience: { kind: "everybody" } }],
    ] as const;
    for (const [method, path, body] of writes) {
      const admins = path.endsWith("/audience") ? [editor] : [editor, reader];
      for (const { token, id } of admins) {
        expect([path, (await app.call(method, path, { token, body })).status]).toEqual([path, 403]);
        if (!path.endsWith("/audience")) expect(await newestAudit()).toMatchObject({ outcome: "refused", adminId: id });
      }
      expect([path, (await app.call(method, path, { body })).status]).toEqual([path, 401]);
      // A key of the citizen app does not work as a session token.
      expect([path, (await app.call(method, path, { body, token: APP_KEY })).status]).toEqual([path, 401]);
    }
    expect((await app.call("GET", entryPath, { token: editor.token })).status).toBe(403);
    expect((await app.call("GET", entryPath, { token: reader.token })).json.data).toMatchObject({
      version: 1,
      state: "draft",
    });
    expect(appConfigRoutes.publishEntry.policy).toEqual(accessPolicy("App Configurations", "update"));
  });

  it("the rights of one module give no access to an entry of another module or kind, not even by its id", async () => {
    const drafted = await contentEntryCallsOf(app, admin, "faq").draft(faqContent("A question"));
    for (const kind of ["announcements", "faq"]) {
      const { status } = await app.call("GET", `/content/entries/${kind}/${drafted.id}`, { token: admin.token });
      expect([kind, status]).toEqual([kind, kind === "faq" ? 400 : 404]);
    }
    expect((await app.call("GET", `/app-config/entries/terms/${drafted.id}`, { token: admin.token })).status).toBe(404);
  });
});

describe("public reads of the app", () => {
  const readPublic = (path: string, headers: Record<string, string> = {}) =>
    handleRequest(new Request(`http://test/api/v1/public/${path}`, { headers }));
  /** For each list: makes one change through its API calls, and returns a text that the list then contains. */
  const changes: Record<string, () => Promise<string>> = {
    faq: async () => {
      await contentEntryCallsOf(app, admin, "faq").published(faqContent("Seen within seconds?"));
      return "Seen within seconds?";
    },
    terms: async () => {
      const contentEntryCalls = contentEntryCallsOf(app, admin, "terms");
      const { id, version } = await contentEntryCalls.draft(
        legalText("Terms within seconds"),
        LEGAL_CONTENT_ENTRY_IDS.terms,
      );
      expect((await contentEntryCalls.publish(id, version)).status).toBe(200);
      return "Terms within seconds";
    },
    privacy: async () => {
      const contentEntryCalls = contentEntryCallsOf(app, admin, "privacy");
      const { id, version } = await contentEntryCalls.draft(
        legalText("Privacy within seconds"),
        LEGAL_CONTENT_ENTRY_IDS.privacy,
      );
      expect((await contentEntryCalls.publish(id, version)).status).toBe(200);
      return "Privacy within seconds";
    },
    "emergency-numbers": async () => {
      const body = numberInput("112");
      expect((await app.call("POST", "/app-config/emergency-numbers", { token: admin.token, body })).status).toBe(200);
      return "Desk 112";
    },
    languages: async () => {
      const body = { code: "ann", name: "Obolo", direction: "ltr" };
      expect((await app.call("POST", "/app-config/languages", { token: admin.token, body })).status).toBe(200);
      return "Obolo";
    },
    "languages/pcm.json": async () => {
      const body = { key: "seen.within", source: "Key within seconds", note: "" };
      expect((await app.call("POST", "/app-config/language-keys", { token: admin.token, body })).status).toBe(200);
      return "Key within seconds";
    },
  };

  it.each(Object.entries(changes))(
    "the public list %s changes immediately after a write, and returns 304 while unchanged",
    async (path, change) => {
      const first = await readPublic(path);
      const etag = first.headers.get("etag") ?? "";
      expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{32}"$/)]);
      const sameAnswer = await readPublic(path, { "if-none-match": etag });
      expect([sameAnswer.status, await sameAnswer.text()]).toEqual([304, ""]);
      const newText = await change();
      expect(await first.text()).not.toContain(newText);
      const nextAnswer = await readPublic(path, { "if-none-match": etag });
      expect([nextAnswer.status, (await nextAnswer.text()).includes(newText)]).toEqual([200, true]);
      expect(nextAnswer.headers.get("etag")).not.toBe(etag);
    },
  );

  it("calls with which the citizen app reads App Configurations for one citizen require the app's API key", async () => {
    const user = await makeUser(app);
    for (const path of [`/app/acceptances?user_id=${user.id}`, `/app/announcements?user_id=${user.id}`])
      for (const token of [undefined, admin.token, "wrong-key-".repeat(5)])
        expect([path, (await app.call("GET", path, { token })).status]).toEqual([path, 401]);
  });
});
