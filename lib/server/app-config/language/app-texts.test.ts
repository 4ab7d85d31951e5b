import { afterAll, beforeAll, expect, test } from "vitest";
import { textKeyCreation } from "@/lib/contract/app-config-languages";
import { languageKeys, languageTexts } from "@/lib/server/db/schema/languages";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { placeholderMismatchOf, placeholdersOf, textSyntaxProblemOf } from "./check-message";

type SeededText = { key: string; note: string; source: string };

/** Modules of the app that need texts; each is the first part of its keys. */
const KEY_AREAS = [
  ...["sign_up", "sign_in", "home", "wallet", "send", "receive", "bills", "transactions", "identity", "reports"],
  ...["announcements", "faq", "emergency", "settings", "notifications", "errors"],
];

let app: TestApp;
let seededTexts: SeededText[];
beforeAll(async () => {
  app = await startTestApp();
  const keys = await app.db.select().from(languageKeys);
  const texts = await app.db.select().from(languageTexts);
  expect(texts.map(({ code, sourceVersion, updatedBy }) => [code, sourceVersion, updatedBy])).toEqual(
    keys.map(() => ["en", 1, null]),
  );
  const sourceOf = new Map(texts.map(({ keyId, text }) => [keyId, text]));
  seededTexts = keys.map(({ id, key, note }) => ({ key, note, source: sourceOf.get(id) ?? "" }));
});
afterAll(() => app.stop());

test("the app's initial texts are in English, cover each area of the app, and have unique keys", () => {
  expect(seededTexts.length).toBeGreaterThan(100);
  expect(new Set(seededTexts.map(({ key }) => key)).size).toBe(seededTexts.length);
  const areas = new Set(seededTexts.map(({ key }) => key.split(".")[0]));
  expect([...areas].sort()).toEqual([...KEY_AREAS].sort());
});

test("the app's initial keys, texts and notes would be accepted by the admin form", () => {
  for (const each of seededTexts) {
    expect(textKeyCreation.safeParse(each).error?.issues ?? [], each.key).toEqual([]);
    expect(textSyntaxProblemOf(each.source), each.key).toBeNull();
    expect(placeholderMismatchOf(each.source, each.source), each.key).toBeNull();
  }
});

test("the note of each initial text explains its placeholders to translators", () => {
  const withPlaceholders = seededTexts.filter(({ source }) => placeholdersOf(source).length > 0);
  expect(withPlaceholders.length).toBeGreaterThan(20);
  expect(withPlaceholders.filter(({ source }) => source.includes("plural")).length).toBeGreaterThan(3);
  for (const { key, note, source } of withPlaceholders)
    for (const name of placeholdersOf(source)) expect(note.toLowerCase(), `${key}: {${name}}`).toContain(`${name}:`);
});

test("the app gets English texts for a language without texts", async () => {
  const { status, json } = await app.call("GET", "/public/languages/efi.json");
  expect([status, json.data.language, json.data.direction]).toEqual([200, "efi", "ltr"]);
  expect(json.data.texts).toEqual(Object.fromEntries(seededTexts.map(({ key, source }) => [key, source])));
});
