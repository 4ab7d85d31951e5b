import { expect } from "vitest";
import type { SavedTranslationResult, TranslationRow } from "@/lib/contract/app-config-languages";
import { languageKeys } from "@/lib/server/db/schema/languages";
import type { TestApp } from "./app";

/** Returns functions that call the API of Language Configuration, as `admin` unless another token is passed. */
export function languageCallsOf(app: TestApp, admin: { token: string }) {
  const call = (method: string, subPath: string, body?: unknown, token = admin.token) =>
    app.call(method, `/app-config/${subPath}`, { token, body });
  const saveTranslation = (id: string, code: string, text: string, version = 0, token?: string) =>
    call("PATCH", `language-keys/${id}/texts/${code}`, { text, version }, token);
  async function key(name: string, source = `English of ${name}`): Promise<TranslationRow> {
    const { status, json } = await call("POST", "language-keys", { key: name, source, note: "" });
    expect([status, json.message]).toEqual([200, "OK"]);
    return json.data;
  }
  return {
    call,
    put: saveTranslation,
    key,
    /** Creates three text keys: one that is not translated to Efik, and two that are. */
    async world() {
      const rows = {
        fresh: await key("fresh.text", "Fresh for {name}"),
        there: await key("there.text", "There"),
        same: await key("same.text", "Same"),
      };
      await saveTranslation(rows.there.id, "efi", "Efik there");
      await saveTranslation(rows.same.id, "efi", "Efik same");
      return rows;
    },
    /** Deletes all text keys, because every installation has some, and a test wants only its own keys. */
    forgetKeys: () => app.db.delete(languageKeys),
    /** Returns the text keys that a search in Language Configuration finds. */
    found: async (query = "") =>
      (await call("GET", `language-texts?${query}`)).json.data.rows.map((row: TranslationRow) => row.key) as string[],
    row: async (name: string): Promise<TranslationRow> =>
      (await call("GET", `language-texts?q=${name}`)).json.data.rows.find((row: TranslationRow) => row.key === name),
    saveAll: async (code: string, texts: { keyId: string; text: string; version: number }[]) =>
      (await call("POST", `languages/${code}/texts`, { texts })).json.data.results as SavedTranslationResult[],
    bundle: async (code: string): Promise<Record<string, string>> =>
      (await app.call("GET", `/public/languages/${code}.json`)).json.data.texts,
    language: async (code: string) =>
      (await call("GET", "languages")).json.data.items.find((each: { code: string }) => each.code === code),
  };
}
