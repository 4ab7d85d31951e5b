import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { entries } from "@/lib/server/db/schema/entries";
import { languageKeys, languages, languageTexts } from "@/lib/server/db/schema/languages";
import { makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { deskOf, question } from "@/lib/server/testing/entries";
import { languagesOf } from "@/lib/server/testing/languages";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let desk: ReturnType<typeof languagesOf>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  desk = languagesOf(app, admin);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await desk.forgetKeys();
  await app.db.delete(entries).where(sql`kind = 'faq'`);
  await app.db.delete(languages).where(sql`position > 4`);
});

const newest = async () => (await app.audit())[0];
const add = (code: string, more: object = {}) =>
  desk.call("POST", "languages", { code, name: `Language ${code}`, direction: "ltr", ...more });
const remove = (code: string, version = 1) => desk.call("DELETE", `languages/${code}`, { version });
const codes = async () =>
  (await desk.call("GET", "languages")).json.data.items.map(({ code }: { code: string }) => code);

describe("languages", () => {
  it("start with those of the specification, English complete and the others empty", async () => {
    const other = await desk.key("one.key");
    const { json } = await desk.call("GET", "languages");
    expect(json.data.items).toEqual([
      expect.objectContaining({ code: "en", source: true, keys: 1, translated: 1 }),
      expect.objectContaining({ code: "efi", name: "Efik", source: false, keys: 1, translated: 0 }),
      expect.objectContaining({ code: "etu", name: "Ejagham" }),
      expect.objectContaining({ code: "bkv", name: "Bekwarra" }),
      expect.objectContaining({ code: "pcm", name: "Nigerian Pidgin" }),
    ]);
    expect(other.key).toBe("one.key");
  });

  it("are added last with code and direction, logged, and public immediately", async () => {
    const { json } = await add("ar", { name: " Arabic ", direction: "rtl" });
    expect(json.data).toMatchObject({ code: "ar", name: "Arabic", direction: "rtl", position: 5, version: 1 });
    expect(await newest()).toMatchObject({
      action: "appConfig.createLanguage",
      recordType: "language",
      recordId: "ar",
      after: { code: "ar", direction: "rtl" },
    });
    const list = (await app.call("GET", "/public/languages")).json.data.items;
    expect(list.at(-1)).toEqual({ code: "ar", name: "Arabic", direction: "rtl" });
    expect((await app.call("GET", "/public/languages/ar.json")).json.data).toMatchObject({ direction: "rtl" });
  });

  it("have a unique code, ignoring case, even when added concurrently", async () => {
    expect((await add("efi")).status).toBe(409);
    await add("pt-BR");
    expect((await add("pt-br")).json.message).toContain("Language pt-BR");
    for (const code of ["", "e", "English", "en_GB", "../x", "EN"])
      expect([code, (await add(code)).status]).toEqual([code, 400]);
    expect((await add("yo", { direction: "up" })).status).toBe(400);
    expect((await add("yo", { name: "Y" })).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 4 }, () => add("yo")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const many = await Promise.all(["ig", "ha", "fr"].map((code) => add(code)));
    expect(many.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("are limited to 30, even when added concurrently", async () => {
    for (let n = 5; n < 28; n++)
      await app.db
        .insert(languages)
        .values({ code: `x${String.fromCharCode(92 + n)}`, name: "Many", direction: "ltr", position: n });
    const answers = await Promise.all(["ig", "ha", "fr", "yo"].map((code) => add(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(await app.db.$count(languages)).toBe(30);
  });

  it("change name and direction, logged, once for each version", async () => {
    await add("ig");
    const rename = (name: string, version: number) =>
      desk.call("PATCH", "languages/ig", { version, name, direction: "rtl" });
    expect((await rename("Igbo", 1)).json.data).toMatchObject({ name: "Igbo", direction: "rtl", version: 2 });
    expect(await newest()).toMatchObject({
      action: "appConfig.updateLanguage",
      before: { name: "Language ig", direction: "ltr" },
      after: { name: "Igbo", direction: "rtl" },
    });
    const late = await rename("Late", 1);
    expect([late.status, late.json.current.name]).toEqual([409, "Igbo"]);
    expect((await desk.call("PATCH", "languages/zz", { version: 1, name: "Zz", direction: "ltr" })).status).toBe(404);
    const reader = await makeAdmin(app, { rights: rightsOf({ "App Configurations": ["read", "update"] }) });
    const body = { code: "ha", name: "Hausa", direction: "ltr" };
    expect((await desk.call("POST", "languages", body, reader.token)).status).toBe(403);
    expect((await desk.call("DELETE", "languages/ig", { version: 2 }, reader.token)).status).toBe(403);
  });

  it("are deleted only without texts, and English never", async () => {
    await add("ig");
    const key = await desk.key("one.key");
    const written = (await desk.put(key.id, "ig", "Igbo")).json.data.texts.ig;
    const used = await remove("ig");
    expect([used.status, used.json.message]).toEqual([409, expect.stringContaining("the grid has texts in it")]);
    await desk.put(key.id, "ig", "", written.version);
    const asked = await deskOf(app, admin, "faq").draft(
      question("In two languages", { texts: { ig: { question: "Igbo", answer: null } } }),
    );
    const drafted = await remove("ig");
    expect([drafted.status, drafted.json.message]).toEqual([409, expect.stringContaining("a question of the FAQ")]);
    await deskOf(app, admin, "faq").call("DELETE", `/${asked.id}`, { version: 1 });
    expect((await remove("ig", 2)).status).toBe(409);
    expect((await remove("ig")).json.data).toEqual({ code: "ig" });
    expect(await newest()).toMatchObject({
      action: "appConfig.deleteLanguage",
      recordId: "ig",
      before: { name: "Language ig" },
    });
    expect(await codes()).not.toContain("ig");
    expect((await remove("ig")).status).toBe(404);
    const english = await remove("en");
    expect([english.status, english.json.message]).toEqual([409, expect.stringContaining("English stays")]);
  });
});

/** Runs a call while another transaction deletes a language: the language's row is locked first, then deleted. */
async function whileDeleted<T>(code: string, ask: () => Promise<T>): Promise<T> {
  let asked: Promise<T> | undefined;
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from languages where code = ${code} for update`);
    asked = ask();
    await expect.poll(waiting, { timeout: 5_000, interval: 20 }).toBeGreaterThan(0);
    await tx.execute(sql`delete from languages where code = ${code}`);
  });
  if (!asked) throw new Error("Nothing was asked.");
  return asked;
}
const waiting = async () =>
  (
    await app.db.execute<{ n: number }>(sql`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  ).rows[0]?.n ?? 0;

describe("a language that is deleted concurrently", () => {
  it("accepts no more texts from a cell, a column or a file", async () => {
    const key = await desk.key("one.key");
    const asks = [
      () => desk.put(key.id, "ig", "Igbo"),
      () => desk.call("POST", "languages/ig/texts", { texts: [{ keyId: key.id, text: "Igbo", version: 0 }] }),
      () => desk.call("POST", "languages/ig/import", { texts: { "one.key": "Igbo" } }),
    ];
    for (const ask of asks) {
      await add("ig");
      const { status, json } = await whileDeleted("ig", ask);
      expect([status, json.message]).toEqual([404, expect.stringContaining("language does not exist")]);
    }
  });

  it("is in no draft afterwards", async () => {
    await add("ig");
    const draft = question("Late", { texts: { ig: { question: "Igbo", answer: null } } });
    const { status, json } = await whileDeleted("ig", () => deskOf(app, admin, "faq").call("POST", "", { draft }));
    expect([status, Object.keys(json.fields ?? {})]).toEqual([400, ["draft.texts.ig"]]);
    expect(await app.db.$count(entries, sql`kind = 'faq'`)).toBe(0);
  });
});

describe("keys", () => {
  const create = (key: string, source = "Words", note = "") =>
    desk.call("POST", "language-keys", { key, source, note });

  it("are added with their English text and a unique name", async () => {
    const { json } = await create("wallet.send.title", "Send {amount}", "amount: in naira");
    expect(json.data).toMatchObject({
      key: "wallet.send.title",
      note: "amount: in naira",
      placeholders: ["amount"],
      texts: { en: { text: "Send {amount}", state: "current" }, efi: { state: "missing" } },
    });
    expect(await newest()).toMatchObject({
      action: "appConfig.createKey",
      recordType: "language_key",
      after: { key: "wallet.send.title", english: "Send {amount}", note: "amount: in naira" },
    });
    const same = await create("wallet.send.title");
    expect([same.status, same.json.message]).toEqual([409, expect.stringContaining("wallet.send.title already")]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => create("at.once")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it.each(["", "Wallet", "wallet send", "1.x", ".x", "x.", "a..b", "__proto__", "x-y", `a${"b".repeat(120)}`])(
    "can't be named %j",
    async (key) => {
      expect(Object.keys((await create(key)).json.fields)).toEqual(["key"]);
    },
  );

  it("require a valid English text", async () => {
    expect((await create("broken.key", "{open")).json.fields.source).toContain("brace");
    expect(Object.keys((await create("empty.key", " ")).json.fields)).toEqual(["source"]);
    expect(await desk.found()).toEqual([]);
  });

  it("are renamed with their texts, logged, once for each version", async () => {
    const made = await desk.key("old.name");
    await desk.key("taken.name");
    await desk.put(made.id, "efi", "Efik");
    const rename = (key: string, version = 1) =>
      desk.call("PATCH", `language-keys/${made.id}`, { version, key, note: "n" });
    expect((await rename("taken.name")).status).toBe(409);
    expect((await rename("new.name")).json.data).toMatchObject({
      key: "new.name",
      note: "n",
      version: 2,
      texts: { efi: { text: "Efik" } },
    });
    expect(await newest()).toMatchObject({
      action: "appConfig.updateKey",
      recordId: made.id,
      before: { key: "old.name" },
      after: { key: "new.name", note: "n" },
    });
    const late = await rename("later.name");
    expect([late.status, late.json.current.key]).toEqual([409, "new.name"]);
    expect(Object.keys(await desk.bundle("efi"))).toEqual(["new.name", "taken.name"]);
    const nowhere = { version: 1, key: "x", note: "" };
    expect((await desk.call("PATCH", `language-keys/${uuid()}`, nowhere)).status).toBe(404);
  });

  it("are deleted with their texts, which the audit trail keeps", async () => {
    const made = await desk.key("gone.key", "English words");
    await desk.put(made.id, "efi", "Efik words");
    expect((await desk.call("DELETE", `language-keys/${made.id}`, { version: 9 })).status).toBe(409);
    expect((await desk.call("DELETE", `language-keys/${made.id}`, { version: 1 })).json.data).toEqual({ id: made.id });
    expect(await newest()).toMatchObject({
      action: "appConfig.deleteKey",
      before: { key: "gone.key", en: "English words", efi: "Efik words" },
    });
    expect(await app.db.$count(languageTexts)).toBe(0);
    expect(await desk.bundle("efi")).toEqual({});
    expect((await desk.call("DELETE", `language-keys/${made.id}`, { version: 1 })).status).toBe(404);
  });

  it("are limited to 20,000", async () => {
    await app.db.execute(sql`insert into language_keys (id, key)
      select gen_random_uuid(), 'k' || n from generate_series(1, 20000) n`);
    expect((await create("one.more")).json.message).toContain("20,000 keys already");
    expect(await app.db.$count(languageKeys)).toBe(20_000);
  });
});
