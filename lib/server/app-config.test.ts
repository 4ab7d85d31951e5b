import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "@/lib/contract/access";
import { appConfigRoutes } from "@/lib/contract/app-config.routes";
import { LEGAL_ENTRY_IDS } from "@/lib/contract/entries.values";
import { answer } from "@/lib/server/api/http-handler";
import { APP_KEY, makeAdmin, makeUser, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { deskOf, legalText, question } from "@/lib/server/testing/entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const newest = async () => (await app.audit())[0];
const newNumber = (number: string, lga: string | null = null) => ({
  name: `Desk ${number}`,
  number,
  category: "general",
  lga,
});

describe("rights", () => {
  it("of App Configurations are required by its calls; publishing in Content Management opens none of them", async () => {
    const editor = await makeAdmin(app, {
      rights: rightsOf({ "Content Management": ["read", "create", "update", "delete", "approve", "export"] }),
    });
    const reader = await makeAdmin(app, { rights: rightsOf({ "App Configurations": ["read"] }) });
    const made = await deskOf(app, admin, "faq").draft(question("Whose right?"));
    const one = `/app-config/entries/faq/${made.id}`;
    const writes = [
      ["POST", "/app-config/entries/faq", { draft: question("Not mine") }],
      ["PATCH", one, { version: 1, draft: question("Not mine") }],
      ["POST", `${one}/publications`, { version: 1, from: null, until: null }],
      ["DELETE", one, { version: 1 }],
      ["POST", "/app-config/emergency-numbers", newNumber("199")],
      ["POST", "/app-config/language-keys", { key: "not.mine", source: "Not mine", note: "" }],
      ["POST", "/app-config/languages/efi/import", { texts: { "home.title": "x" } }],
      ["POST", "/app-config/broadcasts/audience", { audience: { kind: "everybody" } }],
    ] as const;
    for (const [method, path, body] of writes) {
      const tries = path.endsWith("/audience") ? [editor] : [editor, reader];
      for (const { token, id } of tries) {
        expect([path, (await app.call(method, path, { token, body })).status]).toEqual([path, 403]);
        if (!path.endsWith("/audience")) expect(await newest()).toMatchObject({ outcome: "refused", adminId: id });
      }
      expect([path, (await app.call(method, path, { body })).status]).toEqual([path, 401]);
      // A key of the citizen app is not a session.
      expect([path, (await app.call(method, path, { body, token: APP_KEY })).status]).toEqual([path, 401]);
    }
    expect((await app.call("GET", one, { token: editor.token })).status).toBe(403);
    expect((await app.call("GET", one, { token: reader.token })).json.data).toMatchObject({
      version: 1,
      state: "draft",
    });
    expect(appConfigRoutes.publishEntry.policy).toEqual(needs("App Configurations", "update"));
  });

  it("of one module give no access to entries of the other, not even by id", async () => {
    const made = await deskOf(app, admin, "faq").draft(question("A question"));
    for (const kind of ["announcements", "faq"]) {
      const { status } = await app.call("GET", `/content/entries/${kind}/${made.id}`, { token: admin.token });
      expect([kind, status]).toEqual([kind, kind === "faq" ? 400 : 404]);
    }
    expect((await app.call("GET", `/app-config/entries/terms/${made.id}`, { token: admin.token })).status).toBe(404);
  });
});

describe("the public reads of the app", () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    answer(new Request(`http://test/api/v1/public/${path}`, { headers }));
  /** Changes one thing in each list through its calls, and returns a text that the list then contains. */
  const changes: Record<string, () => Promise<string>> = {
    faq: async () => {
      await deskOf(app, admin, "faq").published(question("Seen within seconds?"));
      return "Seen within seconds?";
    },
    terms: async () => {
      const desk = deskOf(app, admin, "terms");
      const { id, version } = await desk.draft(legalText("Terms within seconds"), LEGAL_ENTRY_IDS.terms);
      expect((await desk.publish(id, version)).status).toBe(200);
      return "Terms within seconds";
    },
    privacy: async () => {
      const desk = deskOf(app, admin, "privacy");
      const { id, version } = await desk.draft(legalText("Privacy within seconds"), LEGAL_ENTRY_IDS.privacy);
      expect((await desk.publish(id, version)).status).toBe(200);
      return "Privacy within seconds";
    },
    "emergency-numbers": async () => {
      const body = newNumber("112");
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
    "is new immediately after a change, and a 304 while unchanged: %s",
    async (path, change) => {
      const first = await ask(path);
      const etag = first.headers.get("etag") ?? "";
      expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{32}"$/)]);
      const same = await ask(path, { "if-none-match": etag });
      expect([same.status, await same.text()]).toEqual([304, ""]);
      const words = await change();
      expect(await first.text()).not.toContain(words);
      const next = await ask(path, { "if-none-match": etag });
      expect([next.status, (await next.text()).includes(words)]).toEqual([200, true]);
      expect(next.headers.get("etag")).not.toBe(etag);
    },
  );

  it("requires the app's key where it names a citizen", async () => {
    const user = await makeUser(app);
    for (const path of [`/app/acceptances?user_id=${user.id}`, `/app/announcements?user_id=${user.id}`])
      for (const token of [undefined, admin.token, "wrong-key-".repeat(5)])
        expect([path, (await app.call("GET", path, { token })).status]).toEqual([path, 401]);
  });
});
