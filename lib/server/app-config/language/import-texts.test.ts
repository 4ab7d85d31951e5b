import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { languageTexts } from "@/lib/server/db/schema/languages";
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
const importWithVersions = (code: string, texts: unknown, versions: Record<string, number>, token?: string) =>
  languageCalls.call("POST", `languages/${code}/import`, { texts, versions }, token);
/** Returns the versions in the current preview, by key. */
async function previewedVersionsOf(code: string, texts: unknown): Promise<Record<string, number>> {
  const { data } = (await previewTextImport(code, texts)).json;
  const rows: { key: string; version: number }[] = [...(data?.new ?? []), ...(data?.changed ?? [])];
  return Object.fromEntries(rows.map(({ key, version }) => [key, version]));
}
const importTexts = async (code: string, texts: unknown, token?: string) =>
  importWithVersions(code, texts, await previewedVersionsOf(code, texts), token);
const TEXT_FILE = {
  "same.text": "Efik same",
  "fresh.text": "Efik {name}",
  "there.text": "Efik, other words",
  "not.there": "Nobody asks for it",
};

describe("import", () => {
  it("the preview of an import shows new, changed, invalid and unchanged texts without writing", async () => {
    await languageCalls.world();
    const before = await app.db.select().from(languageTexts);
    const auditRowCount = (await app.audit()).length;
    const { json } = await previewTextImport("efi", { ...TEXT_FILE, "fresh.text": "Efik without" });
    expect(json.data).toEqual({
      new: [],
      changed: [
        {
          key: "there.text",
          is: "Efik there",
          becomes: "Efik, other words",
          problem: null,
          version: expect.any(Number),
        },
      ],
      broken: [
        {
          key: "fresh.text",
          is: "",
          becomes: "Efik without",
          problem: expect.stringContaining("{name} is missing"),
          version: 0,
        },
        {
          key: "not.there",
          is: "",
          becomes: "Nobody asks for it",
          problem: expect.stringContaining("no such key"),
          version: 0,
        },
      ],
      same: 1,
    });
    expect((await previewTextImport("efi", TEXT_FILE)).json.data.new).toEqual([
      { key: "fresh.text", is: "", becomes: "Efik {name}", problem: null, version: expect.any(Number) },
    ]);
    expect(await app.db.select().from(languageTexts)).toEqual(before);
    expect((await app.audit()).length).toBe(auditRowCount);
  });

  it("an import of app texts saves valid texts, skips invalid ones, and is audited", async () => {
    const { there } = await languageCalls.world();
    const oldCell = (await languageCalls.row("there.text")).texts.efi;
    const { json } = await importTexts("efi", TEXT_FILE);
    expect([json.data.new.length, json.data.changed.length, json.data.broken.length, json.data.same]).toEqual([
      1, 1, 1, 1,
    ]);
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.importTexts",
      recordType: "language",
      recordId: "efi",
      before: { "fresh.text (efi)": null, "there.text (efi)": oldCell?.text },
      after: {
        texts: 2,
        new: 1,
        changed: 1,
        left_out: 1,
        "fresh.text (efi)": "Efik {name}",
        "there.text (efi)": "Efik, other words",
      },
    });
    const leftOutAudit = { outcome: "refused", recordId: "efi", refusal: expect.stringMatching(/^Left out: 1 × /) };
    expect((await app.audit())[1]).toMatchObject(leftOutAudit);
    expect(await languageCalls.bundle("efi")).toEqual({
      "fresh.text": "Efik {name}",
      "same.text": "Efik same",
      "there.text": "Efik, other words",
    });
    // An edit based on the earlier version is refused.
    expect((await languageCalls.put(there.id, "efi", "Late", oldCell?.version)).status).toBe(409);
    expect((await importTexts("efi", TEXT_FILE)).json.data).toMatchObject({ new: [], changed: [], same: 3 });
  });

  it("an import of app texts makes an outdated text current, and skips empty texts of the file", async () => {
    const { there } = await languageCalls.world();
    await languageCalls.put(there.id, "en", "There, changed", 1);
    expect(
      (await importTexts("efi", { "there.text": "Efik, after the change", "same.text": " " })).json.data,
    ).toMatchObject({
      changed: [{ key: "there.text" }],
      same: 1,
    });
    expect((await languageCalls.row("there.text")).texts.efi).toMatchObject({ state: "current" });
    expect((await languageCalls.row("same.text")).texts.efi).toMatchObject({ text: "Efik same" });
  });

  it("an import of English texts makes their translations outdated, and refuses invalid English", async () => {
    await languageCalls.world();
    const { json } = await importTexts("en", {
      "there.text": "New English",
      "same.text": "{broken",
      "fresh.text": "Fresh for {name}",
    });
    expect(json.data).toMatchObject({ changed: [{ key: "there.text" }], broken: [{ key: "same.text" }], same: 1 });
    expect((await languageCalls.row("there.text")).texts).toMatchObject({
      en: { text: "New English" },
      efi: { state: "changed" },
    });
    expect((await languageCalls.row("same.text")).texts).toMatchObject({
      en: { text: "Same" },
      efi: { state: "current" },
    });
  });

  it("an import of app texts refuses an invalid file with a message, and reports texts that can't be stored as invalid", async () => {
    await languageCalls.world();
    for (const texts of [
      [],
      "text",
      null,
      { key: 1 },
      { "there.text": { nested: "x" } },
      { "there.text": "x".repeat(2_001) },
    ])
      expect([JSON.stringify(texts)?.slice(0, 30), (await previewTextImport("efi", texts)).status]).toEqual([
        JSON.stringify(texts)?.slice(0, 30),
        400,
      ]);
    expect((await importTexts("efi", {})).status).toBe(400);
    expect((await previewTextImport("zz", TEXT_FILE)).status).toBe(404);
    const oddTexts = JSON.parse(
      '{"__proto__": "x", "constructor": "x", "nul\\u0000": "x", "there.text": "nul \\u0000"}',
    );
    const { status, json } = await importTexts("efi", oddTexts);
    expect(status).toBe(200);
    const brokenKeys = json.data.broken.map(({ key }: { key: string }) => key);
    expect(brokenKeys).toEqual(expect.arrayContaining(["constructor", "nul\0", "there.text"]));
    expect(json.data).toMatchObject({ new: [], changed: [] });
    const reader = await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read", "export"] }) });
    expect((await importTexts("efi", TEXT_FILE, reader.token)).status).toBe(403);
  });

  it("an import of app texts skips texts that another admin changed after the preview, with a message", async () => {
    const { there, fresh } = await languageCalls.world();
    const versions = await previewedVersionsOf("efi", TEXT_FILE);
    const { version } = (await languageCalls.row("there.text")).texts.efi ?? {};
    await languageCalls.put(there.id, "efi", "Theirs", version);
    await languageCalls.put(fresh.id, "efi", "Theirs {name}");
    const { json } = await importWithVersions("efi", TEXT_FILE, versions);
    expect(json.data).toMatchObject({ new: [], changed: [], same: 1 });
    expect(json.data.broken).toEqual([
      expect.objectContaining({
        key: "fresh.text",
        is: "Theirs {name}",
        problem: expect.stringContaining("after the preview"),
      }),
      expect.objectContaining({ key: "there.text", is: "Theirs", problem: expect.stringContaining("Another admin") }),
      expect.objectContaining({ key: "not.there" }),
    ]);
    expect(await languageCalls.bundle("efi")).toMatchObject({ "there.text": "Theirs", "fresh.text": "Theirs {name}" });
    // Without a version, the import only fills empty cells.
    expect((await importWithVersions("efi", { "there.text": "Mine" }, {})).json.data.broken).toHaveLength(1);
  });

  it("only one of an import and a concurrent change of the same text is saved", async () => {
    for (let round = 0; round < 6; round++) {
      await languageCalls.forgetKeys();
      const { there } = await languageCalls.world();
      const versions = await previewedVersionsOf("efi", TEXT_FILE);
      const [file, cell] = await Promise.all([
        importWithVersions("efi", TEXT_FILE, versions),
        languageCalls.put(there.id, "efi", "From the cell", versions["there.text"]),
      ]);
      expect(file.status).toBe(200);
      const isTaken = file.json.data.changed.length === 1;
      expect(cell.status).toBe(isTaken ? 409 : 200);
      expect((await languageCalls.bundle("efi"))["there.text"]).toBe(isTaken ? "Efik, other words" : "From the cell");
    }
  });

  it("an import of app texts loses no change when the English text is saved concurrently", async () => {
    for (let round = 0; round < 4; round++) {
      await languageCalls.forgetKeys();
      const { there } = await languageCalls.world();
      const [file, cell] = await Promise.all([
        importTexts("efi", { "there.text": "From the file" }),
        languageCalls.put(there.id, "en", "English {name}", 1),
      ]);
      expect([file.status, cell.status]).toEqual([200, 200]);
      const { efi } = (await languageCalls.row("there.text")).texts;
      // If the import ran first, the new English text made the imported text outdated. If it ran second, the file's text lacked the new
      // placeholder and was refused.
      if (file.json.data.broken.length) expect(efi).toMatchObject({ text: "Efik there", state: "changed" });
      else expect(efi).toMatchObject({ text: "From the file", state: "changed" });
      expect((await languageCalls.bundle("efi"))["there.text"]).toBe("English {name}");
    }
  });
});
