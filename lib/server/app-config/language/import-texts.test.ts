import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { languageTexts } from "@/lib/server/db/schema/languages";
import { makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
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
});

const newest = async () => (await app.audit())[0];
const preview = (code: string, texts: unknown) => desk.call("POST", `languages/${code}/import-preview`, { texts });
const importWith = (code: string, texts: unknown, versions: Record<string, number>, token?: string) =>
  desk.call("POST", `languages/${code}/import`, { texts, versions }, token);
/** Returns the versions in the current preview, by key. */
async function versionsOf(code: string, texts: unknown): Promise<Record<string, number>> {
  const { data } = (await preview(code, texts)).json;
  const rows: { key: string; version: number }[] = [...(data?.new ?? []), ...(data?.changed ?? [])];
  return Object.fromEntries(rows.map(({ key, version }) => [key, version]));
}
const take = async (code: string, texts: unknown, token?: string) =>
  importWith(code, texts, await versionsOf(code, texts), token);
const FILE = {
  "same.text": "Efik same",
  "fresh.text": "Efik {name}",
  "there.text": "Efik, other words",
  "not.there": "Nobody asks for it",
};

describe("an import", () => {
  it("previews what is new, changed, broken and unchanged, without changing anything", async () => {
    await desk.world();
    const before = await app.db.select().from(languageTexts);
    const trail = (await app.audit()).length;
    const { json } = await preview("efi", { ...FILE, "fresh.text": "Efik without" });
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
    expect((await preview("efi", FILE)).json.data.new).toEqual([
      { key: "fresh.text", is: "", becomes: "Efik {name}", problem: null, version: expect.any(Number) },
    ]);
    expect(await app.db.select().from(languageTexts)).toEqual(before);
    expect((await app.audit()).length).toBe(trail);
  });

  it("imports valid texts, skips broken ones, and logs it", async () => {
    const { there } = await desk.world();
    const old = (await desk.row("there.text")).texts.efi;
    const { json } = await take("efi", FILE);
    expect([json.data.new.length, json.data.changed.length, json.data.broken.length, json.data.same]).toEqual([
      1, 1, 1, 1,
    ]);
    expect(await newest()).toMatchObject({
      action: "appConfig.importTexts",
      recordType: "language",
      recordId: "efi",
      before: { "fresh.text (efi)": null, "there.text (efi)": old?.text },
      after: {
        texts: 2,
        new: 1,
        changed: 1,
        left_out: 1,
        "fresh.text (efi)": "Efik {name}",
        "there.text (efi)": "Efik, other words",
      },
    });
    const leftOut = { outcome: "refused", recordId: "efi", refusal: expect.stringMatching(/^Left out: 1 × /) };
    expect((await app.audit())[1]).toMatchObject(leftOut);
    expect(await desk.bundle("efi")).toEqual({
      "fresh.text": "Efik {name}",
      "same.text": "Efik same",
      "there.text": "Efik, other words",
    });
    // Saving from the earlier version is refused.
    expect((await desk.put(there.id, "efi", "Late", old?.version)).status).toBe(409);
    expect((await take("efi", FILE)).json.data).toMatchObject({ new: [], changed: [], same: 3 });
  });

  it("makes an outdated text current, and skips empty texts of the file", async () => {
    const { there } = await desk.world();
    await desk.put(there.id, "en", "There, changed", 1);
    expect((await take("efi", { "there.text": "Efik, after the change", "same.text": " " })).json.data).toMatchObject({
      changed: [{ key: "there.text" }],
      same: 1,
    });
    expect((await desk.row("there.text")).texts.efi).toMatchObject({ state: "current" });
    expect((await desk.row("same.text")).texts.efi).toMatchObject({ text: "Efik same" });
  });

  it("of English makes its translations outdated, and refuses broken English", async () => {
    await desk.world();
    const { json } = await take("en", {
      "there.text": "New English",
      "same.text": "{broken",
      "fresh.text": "Fresh for {name}",
    });
    expect(json.data).toMatchObject({ changed: [{ key: "there.text" }], broken: [{ key: "same.text" }], same: 1 });
    expect((await desk.row("there.text")).texts).toMatchObject({
      en: { text: "New English" },
      efi: { state: "changed" },
    });
    expect((await desk.row("same.text")).texts).toMatchObject({ en: { text: "Same" }, efi: { state: "current" } });
  });

  it("refuses an invalid file with a message, and reports texts that can't be stored as broken", async () => {
    await desk.world();
    for (const texts of [
      [],
      "text",
      null,
      { key: 1 },
      { "there.text": { nested: "x" } },
      { "there.text": "x".repeat(2_001) },
    ])
      expect([JSON.stringify(texts)?.slice(0, 30), (await preview("efi", texts)).status]).toEqual([
        JSON.stringify(texts)?.slice(0, 30),
        400,
      ]);
    expect((await take("efi", {})).status).toBe(400);
    expect((await preview("zz", FILE)).status).toBe(404);
    const odd = JSON.parse('{"__proto__": "x", "constructor": "x", "nul\\u0000": "x", "there.text": "nul \\u0000"}');
    const { status, json } = await take("efi", odd);
    expect(status).toBe(200);
    const broken = json.data.broken.map(({ key }: { key: string }) => key);
    expect(broken).toEqual(expect.arrayContaining(["constructor", "nul\0", "there.text"]));
    expect(json.data).toMatchObject({ new: [], changed: [] });
    const reader = await makeAdmin(app, { rights: rightsOf({ "App Configurations": ["read", "export"] }) });
    expect((await take("efi", FILE, reader.token)).status).toBe(403);
  });

  it("skips texts that another admin changed after the preview, with a message", async () => {
    const { there, fresh } = await desk.world();
    const versions = await versionsOf("efi", FILE);
    const { version } = (await desk.row("there.text")).texts.efi ?? {};
    await desk.put(there.id, "efi", "Theirs", version);
    await desk.put(fresh.id, "efi", "Theirs {name}");
    const { json } = await importWith("efi", FILE, versions);
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
    expect(await desk.bundle("efi")).toMatchObject({ "there.text": "Theirs", "fresh.text": "Theirs {name}" });
    // Without a version, it only fills empty cells.
    expect((await importWith("efi", { "there.text": "Mine" }, {})).json.data.broken).toHaveLength(1);
  });

  it("lets one win when the same cell is saved concurrently", async () => {
    for (let round = 0; round < 6; round++) {
      await desk.forgetKeys();
      const { there } = await desk.world();
      const versions = await versionsOf("efi", FILE);
      const [file, cell] = await Promise.all([
        importWith("efi", FILE, versions),
        desk.put(there.id, "efi", "From the cell", versions["there.text"]),
      ]);
      expect(file.status).toBe(200);
      const isTaken = file.json.data.changed.length === 1;
      expect(cell.status).toBe(isTaken ? 409 : 200);
      expect((await desk.bundle("efi"))["there.text"]).toBe(isTaken ? "Efik, other words" : "From the cell");
    }
  });

  it("loses neither change when English is saved concurrently", async () => {
    for (let round = 0; round < 4; round++) {
      await desk.forgetKeys();
      const { there } = await desk.world();
      const [file, cell] = await Promise.all([
        take("efi", { "there.text": "From the file" }),
        desk.put(there.id, "en", "English {name}", 1),
      ]);
      expect([file.status, cell.status]).toEqual([200, 200]);
      const { efi } = (await desk.row("there.text")).texts;
      // If the file was imported first, its text is outdated now; if second, it was refused as broken.
      if (file.json.data.broken.length) expect(efi).toMatchObject({ text: "Efik there", state: "changed" });
      else expect(efi).toMatchObject({ text: "From the file", state: "changed" });
      expect((await desk.bundle("efi"))["there.text"]).toBe("English {name}");
    }
  });
});
