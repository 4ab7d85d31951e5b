import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { languageKeys, languageTexts } from "@/lib/server/db/schema/languages";
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

describe("cell", () => {
  it("an app text is saved with its author, and audited with the text before and after", async () => {
    const made = await languageCalls.key("home.title", "Welcome, {name}");
    expect(made).toMatchObject({ placeholders: ["name"], used: null, version: 1 });
    expect(made.texts.efi).toEqual({ text: "", state: "missing", version: 0, updated_at: null, updated_by: null });
    const first = await languageCalls.put(made.id, "efi", "Efik {name}");
    const cell = first.json.data.texts.efi;
    expect(cell).toMatchObject({
      text: "Efik {name}",
      state: "current",
      updated_by: { id: admin.id, name: admin.name, email: admin.email },
    });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.saveText",
      recordType: "language_key",
      recordId: made.id,
      recordName: "home.title",
      before: { efi: null },
      after: { efi: "Efik {name}" },
    });
    await languageCalls.put(made.id, "efi", "  spaces {name} \n", cell.version);
    expect(await newestAudit()).toMatchObject({ before: { efi: "Efik {name}" }, after: { efi: "  spaces {name} \n" } });
    expect((await languageCalls.bundle("efi"))["home.title"]).toBe("  spaces {name} \n");
  });

  it("saving a text refuses placeholders that the English text lacks, and keeps the earlier text", async () => {
    const made = await languageCalls.key("bills.count", "{count, plural, one {# bill} other {# bills}} for {name}");
    const { version } = (await languageCalls.put(made.id, "efi", "{count, plural, one {#} other {#}} {name}")).json.data
      .texts.efi;
    for (const [text, words] of [
      ["{count, plural, one {#} other {#}}", "{name} is missing"],
      ["{count, plural, other {#}} {name}", "same plural forms as the English text: one, other"],
      ["{count, plural, one {#} other {#}} {name} {more}", "{more} is not in the English text"],
      ["{name", "brace"],
    ] as const) {
      const { status, json } = await languageCalls.put(made.id, "efi", text, version);
      expect([status, json.fields.text]).toEqual([400, expect.stringContaining(words)]);
      expect(json.message).toBe(json.fields.text);
    }
    expect((await languageCalls.row("bills.count")).texts.efi).toMatchObject({ version, state: "current" });
    expect((await languageCalls.put(made.id, "en", " ", 1)).json.message).toContain("can't be empty");
    expect((await languageCalls.put(made.id, "en", "{open", 1)).json.message).toContain("brace");
    expect((await languageCalls.put(made.id, "efi", "x".repeat(2_001), version)).status).toBe(400);
    expect((await languageCalls.put(made.id, "efi", "nul \0", version)).status).toBe(400);
    expect((await languageCalls.put(made.id, "zz", "x")).status).toBe(404);
    expect((await languageCalls.put(uuid(), "efi", "x")).status).toBe(404);
    const reader = await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read"] }) });
    expect((await languageCalls.put(made.id, "efi", "x", version, reader.token)).status).toBe(403);
  });

  it("of several translators who save a text concurrently, the first succeeds; the others get 409 with the saved row", async () => {
    const made = await languageCalls.key("race");
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => languageCalls.put(made.id, "efi", `Text ${n}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const savedRow = answers.find(({ status }) => status === 200)?.json.data;
    for (const { json } of answers.filter(({ status }) => status === 409)) expect(json.current).toEqual(savedRow);
    expect((await languageCalls.row("race")).texts.efi).toEqual(savedRow.texts.efi);
  });

  it("an app text gets a new version when it is written again after being emptied", async () => {
    const made = await languageCalls.key("emptied");
    const oldCell = (await languageCalls.put(made.id, "efi", "Old")).json.data.texts.efi;
    const gone = await languageCalls.put(made.id, "efi", " ", oldCell.version);
    expect(gone.json.data.texts.efi).toMatchObject({ text: "", state: "missing", version: 0 });
    expect(await newestAudit()).toMatchObject({ before: { efi: "Old" }, after: { efi: null } });
    expect(await app.db.$count(languageTexts)).toBe(1);
    await languageCalls.put(made.id, "efi", "Somebody else's");
    const staleSave = await languageCalls.put(made.id, "efi", "Mine, of the old one", oldCell.version);
    expect([staleSave.status, staleSave.json.current.texts.efi.text]).toEqual([409, "Somebody else's"]);
  });
});

describe("changed English text", () => {
  it("a changed English text makes its translations outdated; the app shows English instead of those with wrong placeholders", async () => {
    const made = await languageCalls.key("send.title", "Send {amount}");
    await languageCalls.put(made.id, "efi", "Efik {amount}");
    await languageCalls.put(made.id, "pcm", "Pidgin {amount}");
    const changed = await languageCalls.put(made.id, "en", "Send {amount} now", 1);
    expect(changed.json.data.texts).toMatchObject({ en: { state: "current" }, efi: { state: "changed" } });
    expect(await languageCalls.language("efi")).toMatchObject({ translated: 1, changed: 1 });
    expect(await languageCalls.language("en")).toMatchObject({ translated: 1, changed: 0 });
    // An outdated translation with matching placeholders is still served.
    expect((await languageCalls.bundle("efi"))["send.title"]).toBe("Efik {amount}");
    const { version } = changed.json.data.texts.en;
    const other = await languageCalls.put(made.id, "en", "Send to {name}", version);
    expect((await languageCalls.bundle("efi"))["send.title"]).toBe("Send to {name}");
    // Saving a translation unchanged marks it as current; one with wrong placeholders is refused.
    const { efi } = other.json.data.texts;
    expect((await languageCalls.put(made.id, "efi", "Efik {amount}", efi.version)).status).toBe(400);
    const fixedAnswer = await languageCalls.put(made.id, "efi", "Efik {name}", efi.version);
    expect(fixedAnswer.json.data.texts).toMatchObject({ efi: { state: "current" }, pcm: { state: "changed" } });
    expect(await languageCalls.language("pcm")).toMatchObject({ translated: 1, changed: 1 });
  });

  it("saving an unchanged English text does not make its translations outdated", async () => {
    const made = await languageCalls.key("same", "Same");
    await languageCalls.put(made.id, "efi", "Efik");
    const sameEnglish = await languageCalls.put(made.id, "en", "Same", 1);
    expect(sameEnglish.json.data.texts).toMatchObject({ en: { version: 1 }, efi: { state: "current" } });
  });
});

describe("grid", () => {
  it("the grid of app texts is read in ranges, sorted by key", async () => {
    const manyKeys = Array.from({ length: 450 }, (_, n) => ({
      id: uuid(),
      key: `many.k${String(n).padStart(3, "0")}`,
    }));
    await app.db.insert(languageKeys).values(manyKeys);
    await app.db
      .insert(languageTexts)
      .values(manyKeys.map(({ id, key }) => ({ keyId: id, code: "en", text: key, sourceVersion: 1 })));
    const { json } = await languageCalls.call("GET", "language-texts?offset=200&limit=200");
    expect(json.data).toMatchObject({ total: 450, offset: 200 });
    expect(json.data.rows.map(({ key }: { key: string }) => key)).toEqual(
      manyKeys.slice(200, 400).map(({ key }) => key),
    );
    expect(Object.keys(json.data.rows[0].texts)).toEqual(["en", "efi", "etu", "bkv", "pcm"]);
    expect((await languageCalls.found("offset=440&limit=200")).length).toBe(10);
    expect((await languageCalls.call("GET", "language-texts?limit=501")).status).toBe(400);
    expect((await languageCalls.call("GET", "language-texts?offset=-1")).status).toBe(400);
  });

  it("the grid of app texts is filtered by missing, changed or unused texts, in one language or any, and by words", async () => {
    const [a, b, c] = [
      await languageCalls.key("alpha", "First_one 100%"),
      await languageCalls.key("beta", "Second"),
      await languageCalls.key("gamma.delta", "Third"),
    ];
    for (const code of ["efi", "etu", "bkv", "pcm"]) await languageCalls.put(a.id, code, `${code} alpha`);
    await languageCalls.put(b.id, "efi", "Efik Beta");
    await languageCalls.put(b.id, "en", "Second, changed", 1);
    const usedKeys = { release: "1.0", keys: ["alpha", "beta", "not.written"] };
    expect(await languageCalls.found("filter=unused")).toEqual([]);
    await app.callAsApp("POST", "/languages/keys", { body: usedKeys });
    expect(await languageCalls.found("filter=missing")).toEqual(["beta", "gamma.delta"]);
    expect(await languageCalls.found("filter=missing&language=efi")).toEqual(["gamma.delta"]);
    expect(await languageCalls.found("filter=missing&language=en")).toEqual([]);
    expect(await languageCalls.found("filter=changed")).toEqual(["beta"]);
    expect(await languageCalls.found("filter=changed&language=efi")).toEqual(["beta"]);
    expect(await languageCalls.found("filter=changed&language=pcm")).toEqual([]);
    expect(await languageCalls.found("filter=unused")).toEqual(["gamma.delta"]);
    expect(await languageCalls.found("q=DELTA")).toEqual(["gamma.delta"]);
    expect(await languageCalls.found("q=third")).toEqual(["gamma.delta"]);
    expect(await languageCalls.found("q=%25")).toEqual(["alpha"]);
    expect(await languageCalls.found("q=t_o")).toEqual(["alpha"]);
    expect(await languageCalls.found("q=efik")).toEqual([]);
    expect(await languageCalls.found("q=efik&language=efi")).toEqual(["beta"]);
    expect(await languageCalls.found("q=efik&language=efi&filter=changed")).toEqual(["beta"]);
    expect((await languageCalls.call("GET", "language-texts?language=zz")).status).toBe(404);
    expect((await languageCalls.call("GET", "language-texts?filter=odd")).status).toBe(400);
    expect(c.texts.en?.text).toBe("Third");
  });
});

describe("pasted column", () => {
  it("a pasted column of texts is saved cell by cell; each refused cell gets a reason and its current text", async () => {
    const [a, b, c, d] = [
      await languageCalls.key("a.a"),
      await languageCalls.key("b.b", "For {name}"),
      await languageCalls.key("c.c"),
      await languageCalls.key("d.d"),
    ];
    const othersCell = (await languageCalls.put(c.id, "efi", "Theirs")).json.data.texts.efi;
    const oldCell = (await languageCalls.put(d.id, "efi", "To be emptied")).json.data.texts.efi;
    const gone = uuid();
    const results = await languageCalls.saveAll("efi", [
      { keyId: a.id, text: "A", version: 0 },
      { keyId: b.id, text: "B without", version: 0 },
      { keyId: c.id, text: "Mine", version: 0 },
      { keyId: d.id, text: "", version: oldCell.version },
      { keyId: gone, text: "Nowhere", version: 0 },
    ]);
    expect(results).toEqual([
      { keyId: a.id, done: true, message: "Saved.", cell: expect.objectContaining({ text: "A", state: "current" }) },
      { keyId: b.id, done: false, message: expect.stringContaining("{name} is missing"), cell: expect.anything() },
      { keyId: c.id, done: false, message: expect.stringContaining("Another admin changed"), cell: othersCell },
      { keyId: d.id, done: true, message: "Saved.", cell: expect.objectContaining({ text: "", version: 0 }) },
      { keyId: gone, done: false, message: expect.stringContaining("does not exist"), cell: null },
    ]);
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.saveTexts",
      recordType: "language",
      recordId: "efi",
      before: { "a.a (efi)": null, "d.d (efi)": "To be emptied" },
      after: { texts: 2, "a.a (efi)": "A", "d.d (efi)": null },
    });
    expect(Object.keys((await newestAudit())?.after ?? {})).toHaveLength(3);
    const refused = (await app.audit()).slice(1, 4).reverse();
    expect(refused.map(({ outcome, recordId, recordName }) => [outcome, recordId, recordName])).toEqual([
      ["refused", b.id, "b.b (efi)"],
      ["refused", c.id, "c.c (efi)"],
      ["refused", gone, "Unknown key (efi)"],
    ]);
    await languageCalls.saveAll("efi", [{ keyId: gone, text: "Nowhere", version: 0 }]);
    expect(await newestAudit()).toMatchObject({ outcome: "refused", recordId: gone });
    expect((await languageCalls.row("b.b")).texts.efi?.text).toBe("");
    expect((await languageCalls.row("c.c")).texts.efi?.text).toBe("Theirs");
  });

  it("the response to a pasted column with two texts for the same key states for each text whether it was saved", async () => {
    const [a, b] = [await languageCalls.key("twice.a", "For {name}"), await languageCalls.key("twice.b")];
    const results = await languageCalls.saveAll("efi", [
      { keyId: a.id, text: "Broken", version: 0 },
      { keyId: a.id, text: "Fits {name}", version: 0 },
      { keyId: b.id, text: "First", version: 0 },
      { keyId: b.id, text: "Second", version: 0 },
    ]);
    const expectedTexts = {
      [a.id]: (await languageCalls.row("twice.a")).texts.efi?.text,
      [b.id]: (await languageCalls.row("twice.b")).texts.efi?.text,
    };
    const savedFlags = ["Broken", "Fits {name}", "First", "Second"].map((text, n) => [text, results[n]?.done]);
    expect(savedFlags.filter(([, done]) => done).map(([text]) => text)).toEqual(
      Object.values(expectedTexts).filter(Boolean),
    );
    expect(results.map(({ done }) => done)).toEqual([false, false, true, false]);
    expect([results[1]?.message, results[3]?.message]).toEqual([
      "Duplicate of a text that was not saved.",
      "Duplicate: only the first was saved.",
    ]);
  });

  it("a pasted column of English texts makes the translations of each changed text outdated", async () => {
    const [a, b] = [await languageCalls.key("en.a"), await languageCalls.key("en.b")];
    await languageCalls.put(a.id, "efi", "Efik a");
    const results = await languageCalls.saveAll("en", [
      { keyId: a.id, text: "Other English", version: 1 },
      { keyId: b.id, text: "  ", version: 1 },
    ]);
    expect(results.map(({ done }) => done)).toEqual([true, false]);
    expect((await languageCalls.row("en.a")).texts.efi).toMatchObject({ state: "changed" });
  });

  it("a pasted column of texts accepts at most 500 cells in one call, and requires an existing language", async () => {
    const manyKeys = Array.from({ length: 500 }, (_, n) => ({ id: uuid(), key: `wide.k${n}` }));
    await app.db.insert(languageKeys).values(manyKeys);
    await app.db
      .insert(languageTexts)
      .values(manyKeys.map(({ id }) => ({ keyId: id, code: "en", text: "x", sourceVersion: 1 })));
    const texts = manyKeys.map(({ id }, n) => ({ keyId: id, text: `Text ${n}`, version: 0 }));
    expect((await languageCalls.saveAll("efi", texts)).every(({ done }) => done)).toBe(true);
    expect((await newestAudit())?.after).toMatchObject({ texts: 500, not_named: 400 });
    const tooManyTexts = [...texts, { keyId: uuid(), text: "x", version: 0 }];
    expect((await languageCalls.call("POST", "languages/efi/texts", { texts: tooManyTexts })).status).toBe(400);
    expect((await languageCalls.call("POST", "languages/zz/texts", { texts: texts.slice(0, 1) })).status).toBe(404);
  });

  it("if two columns of texts are pasted concurrently, each cell keeps the text of one and is reported to the other as a conflict", async () => {
    const keys: { id: string }[] = [];
    for (let n = 0; n < 10; n++) keys.push(await languageCalls.key(`both.k${n}`));
    const pasteColumn = (by: string, keyOrder: typeof keys) =>
      languageCalls.saveAll(
        "efi",
        keyOrder.map(({ id }) => ({ keyId: id, text: `${by} ${id}`, version: 0 })),
      );
    const [ada, obi] = await Promise.all([pasteColumn("Ada", keys), pasteColumn("Obi", [...keys].reverse())]);
    const done = (results: typeof ada) => results.filter((each) => each.done).map(({ keyId }) => keyId);
    expect([...done(ada), ...done(obi)].sort()).toEqual(keys.map(({ id }) => id).sort());
    for (const { keyId, message, cell } of [...ada, ...obi].filter((each) => !each.done)) {
      expect(message).toContain("Another admin");
      expect(cell?.text).toContain(keyId);
    }
  });
});
