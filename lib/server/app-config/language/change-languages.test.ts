import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { contentEntries } from "@/lib/server/db/schema/content-entries";
import { languageKeys, languages, languageTexts } from "@/lib/server/db/schema/languages";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { contentEntryCallsOf, faqContent } from "@/lib/server/testing/content-entries";
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
  await app.db.delete(contentEntries).where(sql`kind = 'faq'`);
  await app.db.delete(languages).where(sql`position > 4`);
});

const newestAudit = async () => (await app.audit())[0];
const addLanguage = (code: string, more: object = {}) =>
  languageCalls.call("POST", "languages", { code, name: `Language ${code}`, direction: "ltr", ...more });
const deleteLanguage = (code: string, version = 1) => languageCalls.call("DELETE", `languages/${code}`, { version });
const listCodes = async () =>
  (await languageCalls.call("GET", "languages")).json.data.items.map(({ code }: { code: string }) => code);

describe("languages", () => {
  it("a new installation has the languages of the specification, with all texts in English and none in the others", async () => {
    const other = await languageCalls.key("one.key");
    const { json } = await languageCalls.call("GET", "languages");
    expect(json.data.items).toEqual([
      expect.objectContaining({ code: "en", source: true, keys: 1, translated: 1 }),
      expect.objectContaining({ code: "efi", name: "Efik", source: false, keys: 1, translated: 0 }),
      expect.objectContaining({ code: "etu", name: "Ejagham" }),
      expect.objectContaining({ code: "bkv", name: "Bekwarra" }),
      expect.objectContaining({ code: "pcm", name: "Nigerian Pidgin" }),
    ]);
    expect(other.key).toBe("one.key");
  });

  it("a new language is added at the end with code and direction, is audited, and is public immediately", async () => {
    const { json } = await addLanguage("ar", { name: " Arabic ", direction: "rtl" });
    expect(json.data).toMatchObject({ code: "ar", name: "Arabic", direction: "rtl", position: 5, version: 1 });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.createLanguage",
      recordType: "language",
      recordId: "ar",
      after: { code: "ar", direction: "rtl" },
    });
    const list = (await app.call("GET", "/public/languages")).json.data.items;
    expect(list.at(-1)).toEqual({ code: "ar", name: "Arabic", direction: "rtl" });
    expect((await app.call("GET", "/public/languages/ar.json")).json.data).toMatchObject({ direction: "rtl" });
  });

  it("the code of a language is unique, ignoring case, even if languages are added concurrently", async () => {
    expect((await addLanguage("efi")).status).toBe(409);
    await addLanguage("pt-BR");
    expect((await addLanguage("pt-br")).json.message).toContain("Language pt-BR");
    for (const code of ["", "e", "English", "en_GB", "../x", "EN"])
      expect([code, (await addLanguage(code)).status]).toEqual([code, 400]);
    expect((await addLanguage("yo", { direction: "up" })).status).toBe(400);
    expect((await addLanguage("yo", { name: "Y" })).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 4 }, () => addLanguage("yo")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const manyAdds = await Promise.all(["ig", "ha", "fr"].map((code) => addLanguage(code)));
    expect(manyAdds.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("at most 30 languages can be added, even concurrently", async () => {
    for (let n = 5; n < 28; n++)
      await app.db
        .insert(languages)
        .values({ code: `x${String.fromCharCode(92 + n)}`, name: "Many", direction: "ltr", position: n });
    const answers = await Promise.all(["ig", "ha", "fr", "yo"].map((code) => addLanguage(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(await app.db.$count(languages)).toBe(30);
  });

  it("a language's name and direction are changed with an audit row, only from the current version", async () => {
    await addLanguage("ig");
    const renameLanguage = (name: string, version: number) =>
      languageCalls.call("PATCH", "languages/ig", { version, name, direction: "rtl" });
    expect((await renameLanguage("Igbo", 1)).json.data).toMatchObject({ name: "Igbo", direction: "rtl", version: 2 });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.updateLanguage",
      before: { name: "Language ig", direction: "ltr" },
      after: { name: "Igbo", direction: "rtl" },
    });
    const staleRename = await renameLanguage("Late", 1);
    expect([staleRename.status, staleRename.json.current.name]).toEqual([409, "Igbo"]);
    expect(
      (await languageCalls.call("PATCH", "languages/zz", { version: 1, name: "Zz", direction: "ltr" })).status,
    ).toBe(404);
    const reader = await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read", "update"] }) });
    const body = { code: "ha", name: "Hausa", direction: "ltr" };
    expect((await languageCalls.call("POST", "languages", body, reader.token)).status).toBe(403);
    expect((await languageCalls.call("DELETE", "languages/ig", { version: 2 }, reader.token)).status).toBe(403);
  });

  it("a language can be deleted only while it has no texts; English can't be deleted", async () => {
    await addLanguage("ig");
    const key = await languageCalls.key("one.key");
    const writtenText = (await languageCalls.put(key.id, "ig", "Igbo")).json.data.texts.ig;
    const usedAnswer = await deleteLanguage("ig");
    expect([usedAnswer.status, usedAnswer.json.message]).toEqual([
      409,
      expect.stringContaining("the grid has texts in it"),
    ]);
    await languageCalls.put(key.id, "ig", "", writtenText.version);
    const asked = await contentEntryCallsOf(app, admin, "faq").draft(
      faqContent("In two languages", { texts: { ig: { question: "Igbo", answer: null } } }),
    );
    const draftAnswer = await deleteLanguage("ig");
    expect([draftAnswer.status, draftAnswer.json.message]).toEqual([
      409,
      expect.stringContaining("a question of the FAQ"),
    ]);
    await contentEntryCallsOf(app, admin, "faq").call("DELETE", `/${asked.id}`, { version: 1 });
    expect((await deleteLanguage("ig", 2)).status).toBe(409);
    expect((await deleteLanguage("ig")).json.data).toEqual({ code: "ig" });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.deleteLanguage",
      recordId: "ig",
      before: { name: "Language ig" },
    });
    expect(await listCodes()).not.toContain("ig");
    expect((await deleteLanguage("ig")).status).toBe(404);
    const englishAnswer = await deleteLanguage("en");
    expect([englishAnswer.status, englishAnswer.json.message]).toEqual([409, expect.stringContaining("English stays")]);
  });
});

/** Runs a call while another transaction has locked a language's row and then deletes it. */
async function callWhileLanguageDeleted<T>(code: string, sendCall: () => Promise<T>): Promise<T> {
  let asked: Promise<T> | undefined;
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from languages where code = ${code} for update`);
    asked = sendCall();
    await expect.poll(countWaitingQueries, { timeout: 5_000, interval: 20 }).toBeGreaterThan(0);
    await tx.execute(sql`delete from languages where code = ${code}`);
  });
  if (!asked) throw new Error("Nothing was asked.");
  return asked;
}
const countWaitingQueries = async () =>
  (
    await app.db.execute<{ n: number }>(sql`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  ).rows[0]?.n ?? 0;

describe("language that is deleted concurrently", () => {
  it("a language that is deleted concurrently accepts no more texts from a cell, a column or a file", async () => {
    const key = await languageCalls.key("one.key");
    const concurrentCalls = [
      () => languageCalls.put(key.id, "ig", "Igbo"),
      () => languageCalls.call("POST", "languages/ig/texts", { texts: [{ keyId: key.id, text: "Igbo", version: 0 }] }),
      () => languageCalls.call("POST", "languages/ig/import", { texts: { "one.key": "Igbo" } }),
    ];
    for (const sendCall of concurrentCalls) {
      await addLanguage("ig");
      const { status, json } = await callWhileLanguageDeleted("ig", sendCall);
      expect([status, json.message]).toEqual([404, expect.stringContaining("language does not exist")]);
    }
  });

  it("a new draft in a language that is deleted concurrently is refused and not saved", async () => {
    await addLanguage("ig");
    const draft = faqContent("Late", { texts: { ig: { question: "Igbo", answer: null } } });
    const { status, json } = await callWhileLanguageDeleted("ig", () =>
      contentEntryCallsOf(app, admin, "faq").call("POST", "", { draft }),
    );
    expect([status, Object.keys(json.fields ?? {})]).toEqual([400, ["draft.texts.ig"]]);
    expect(await app.db.$count(contentEntries, sql`kind = 'faq'`)).toBe(0);
  });
});

describe("keys", () => {
  const createTextKey = (key: string, source = "Words", note = "") =>
    languageCalls.call("POST", "language-keys", { key, source, note });

  it("a key of an app text is added with its English text and a unique name", async () => {
    const { json } = await createTextKey("wallet.send.title", "Send {amount}", "amount: in naira");
    expect(json.data).toMatchObject({
      key: "wallet.send.title",
      note: "amount: in naira",
      placeholders: ["amount"],
      texts: { en: { text: "Send {amount}", state: "current" }, efi: { state: "missing" } },
    });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.createKey",
      recordType: "language_key",
      after: { key: "wallet.send.title", english: "Send {amount}", note: "amount: in naira" },
    });
    const sameKey = await createTextKey("wallet.send.title");
    expect([sameKey.status, sameKey.json.message]).toEqual([409, expect.stringContaining("wallet.send.title already")]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => createTextKey("at.once")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it.each(["", "Wallet", "wallet send", "1.x", ".x", "x.", "a..b", "__proto__", "x-y", `a${"b".repeat(120)}`])(
    "text keys can't be named %j",
    async (key) => {
      expect(Object.keys((await createTextKey(key)).json.fields)).toEqual(["key"]);
    },
  );

  it("text keys require a valid English text", async () => {
    expect((await createTextKey("broken.key", "{open")).json.fields.source).toContain("brace");
    expect(Object.keys((await createTextKey("empty.key", " ")).json.fields)).toEqual(["source"]);
    expect(await languageCalls.found()).toEqual([]);
  });

  it("a key of an app text is renamed with an audit row and keeps its texts, only from the current version", async () => {
    const made = await languageCalls.key("old.name");
    await languageCalls.key("taken.name");
    await languageCalls.put(made.id, "efi", "Efik");
    const renameLanguage = (key: string, version = 1) =>
      languageCalls.call("PATCH", `language-keys/${made.id}`, { version, key, note: "n" });
    expect((await renameLanguage("taken.name")).status).toBe(409);
    expect((await renameLanguage("new.name")).json.data).toMatchObject({
      key: "new.name",
      note: "n",
      version: 2,
      texts: { efi: { text: "Efik" } },
    });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.updateKey",
      recordId: made.id,
      before: { key: "old.name" },
      after: { key: "new.name", note: "n" },
    });
    const staleRename = await renameLanguage("later.name");
    expect([staleRename.status, staleRename.json.current.key]).toEqual([409, "new.name"]);
    expect(Object.keys(await languageCalls.bundle("efi"))).toEqual(["new.name", "taken.name"]);
    const unknownKey = { version: 1, key: "x", note: "" };
    expect((await languageCalls.call("PATCH", `language-keys/${uuid()}`, unknownKey)).status).toBe(404);
  });

  it("text keys are deleted with their texts, which the audit trail keeps", async () => {
    const made = await languageCalls.key("gone.key", "English words");
    await languageCalls.put(made.id, "efi", "Efik words");
    expect((await languageCalls.call("DELETE", `language-keys/${made.id}`, { version: 9 })).status).toBe(409);
    expect((await languageCalls.call("DELETE", `language-keys/${made.id}`, { version: 1 })).json.data).toEqual({
      id: made.id,
    });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.deleteKey",
      before: { key: "gone.key", en: "English words", efi: "Efik words" },
    });
    expect(await app.db.$count(languageTexts)).toBe(0);
    expect(await languageCalls.bundle("efi")).toEqual({});
    expect((await languageCalls.call("DELETE", `language-keys/${made.id}`, { version: 1 })).status).toBe(404);
  });

  it("creating a text key is refused if 20,000 text keys exist", async () => {
    await app.db.execute(sql`insert into language_keys (id, key)
      select gen_random_uuid(), 'k' || n from generate_series(1, 20000) n`);
    expect((await createTextKey("one.more")).json.message).toContain("20,000 keys already");
    expect(await app.db.$count(languageKeys)).toBe(20_000);
  });
});
