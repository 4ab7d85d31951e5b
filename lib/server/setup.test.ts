import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Feature, PermissionFlag } from "@/lib/contract/access";
import { makeRights } from "@/lib/contract/access";
import type { StarterSetPreview } from "@/lib/contract/setup";
import { SETUP_STEPS, STARTER_SETS, type StarterSet } from "@/lib/contract/setup.values";
import { env } from "@/lib/env";
import { lagosDayOf } from "@/lib/server/base/time";
import { roles } from "@/lib/server/db/schema/admin";
import { contentEntries, contentEntryPublications } from "@/lib/server/db/schema/content-entries";
import { emergencyNumbers } from "@/lib/server/db/schema/emergency-numbers";
import { ireportCategories, ireportDepartments, ireportTemplates } from "@/lib/server/db/schema/ireport-set-up";
import { setupMarks, starterSets } from "@/lib/server/db/schema/setup";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { signInSteps } from "@/lib/server/testing/sign-ins";

let app: TestApp;
let fullAdmin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  fullAdmin = await makeAdmin(app);
});
afterAll(() => app.stop());
afterEach(async () => {
  await app.db.delete(starterSets);
  await app.db.delete(setupMarks);
  await app.db.delete(ireportTemplates);
  await app.db.delete(ireportCategories);
  await app.db.delete(ireportDepartments);
  await app.db.delete(paymentMethods);
  await app.db.delete(emergencyNumbers);
});

const withRights = (wantedRights: Partial<Record<Feature, readonly PermissionFlag[]>>) =>
  makeAdmin(app, { rights: makeRights(wantedRights) });
const checklist = async () => (await app.call("GET", "/setup", { token: fullAdmin.token })).json.data;
const step = async (name: string) => (await checklist()).steps.find((each: { step: string }) => each.step === name);
const preview = async (starterSet: StarterSet): Promise<StarterSetPreview> =>
  (await app.call("GET", `/setup/starter-sets/${starterSet}`, { token: fullAdmin.token })).json.data;
const load = (starterSet: string, actor = fullAdmin) =>
  app.call("POST", `/setup/starter-sets/${starterSet}`, { token: actor.token, headers: { "idempotency-key": uuid() } });
const auditRows = (action: string) => app.db.select().from(auditTrails).where(eq(auditTrails.action, action));

describe("starter set", () => {
  it.each(STARTER_SETS)("a starter set adds what its preview lists, and can be loaded once: %s", async (starterSet) => {
    const before = await preview(starterSet);
    const expected = before.items.filter(({ state }) => state === "new").map(({ name }) => name);
    expect(expected.length).toBeGreaterThan(1);
    const { status, json } = await load(starterSet);
    expect([status, json.data.added]).toEqual([200, expected.length]);
    expect(json.data.items.every(({ state }: { state: string }) => state === "there")).toBe(true);
    expect(json.data.loaded.by.id).toBe(fullAdmin.id);
    const loadedAgain = await load(starterSet);
    expect(loadedAgain.status).toBe(409);
    expect(loadedAgain.json.message).toMatch(/were loaded by .* A set is loaded once\.$/);
  });

  it("a starter set keeps existing records with the same name", async () => {
    await app.db.insert(paymentMethods).values({
      id: uuid(),
      code: "card",
      name: "Card of our own",
      channel: "card",
      provider: "simulated",
      minAmount: 1,
      maxAmount: 2,
      feeFlat: 3,
      feeBasisPoints: 4,
      position: 1,
    });
    expect((await load("payment_methods")).json.data.added).toBe(3);
    const cardMethods = await app.db.select().from(paymentMethods).where(eq(paymentMethods.code, "card"));
    expect(cardMethods).toMatchObject([{ name: "Card of our own", feeFlat: 3 }]);
  });

  it("a starter set omits payment methods that need a provider if none is configured", async () => {
    const settings = env();
    settings.simulatedProvider = false;
    try {
      const { items } = await preview("payment_methods");
      expect(items.map(({ state }) => state)).toEqual(["left_out", "left_out", "left_out", "new"]);
      expect(items[0]?.note).toMatch(/^No payment provider is set up/);
      expect((await load("payment_methods")).json.data.added).toBe(1);
    } finally {
      settings.simulatedProvider = true;
    }
  });

  it("a starter set creates categories below their parents, with departments and deadlines, and templates in their category", async () => {
    await load("report_categories");
    await load("report_templates");
    const categories = await app.db.select().from(ireportCategories);
    const roads = categories.find(({ name }) => name === "Roads and transport");
    const potholesCategory = categories.find(({ name }) => name === "Potholes and damaged roads");
    const [worksDepartment] = await app.db
      .select()
      .from(ireportDepartments)
      .where(eq(ireportDepartments.name, "Works and infrastructure"));
    expect(potholesCategory).toMatchObject({ parentId: roads?.id, targetHours: 168, active: true });
    expect(roads?.departmentId).toBe(worksDepartment?.id);
    expect(categories.find(({ name }) => name === "Complaints about officials")?.private).toBe(true);
    const [repaired] = await app.db.select().from(ireportTemplates).where(eq(ireportTemplates.name, "Road repaired"));
    expect(repaired?.categoryId).toBe(potholesCategory?.id);
  });

  it("a starter set adds missing subcategories to an existing category", async () => {
    const roads = uuid();
    const targetHoursSet = { targetHours: 9, submittedHours: 1, acknowledgedHours: 1, inProgressHours: 1 };
    await app.db.insert(ireportCategories).values({
      ...{
        id: roads,
        name: "Roads and transport",
        ...targetHoursSet,
        icon: "car",
        active: true,
        private: false,
        position: 0,
      },
    });
    expect((await load("report_categories")).status).toBe(200);
    const namedRows = await app.db
      .select()
      .from(ireportCategories)
      .where(eq(ireportCategories.name, "Roads and transport"));
    expect(namedRows).toMatchObject([{ id: roads, targetHours: 9 }]);
    const subcategories = await app.db.select().from(ireportCategories).where(eq(ireportCategories.parentId, roads));
    expect(subcategories.map(({ name }) => name)).toContain("Potholes and damaged roads");
  });

  it("loading a starter set requires the right to create each of its records", async () => {
    const partialAdmin = await withRights({
      "Roles & Permissions": ["read", "create"],
      iReports: ["read", "create", "approve"],
    });
    const { status, json } = await load("emergency_numbers", partialAdmin);
    expect([status, json.message]).toEqual([403, expect.stringMatching(/right to create each kind of record/)]);
    expect(await app.db.select().from(emergencyNumbers)).toEqual([]);
  });

  it("a starter set creates report templates for all categories if their own categories are missing", async () => {
    await load("report_templates");
    const [repaired] = await app.db.select().from(ireportTemplates).where(eq(ireportTemplates.name, "Road repaired"));
    expect(repaired?.categoryId).toBeNull();
  });

  it("the starter set of emergency numbers adds its numbers as unverified", async () => {
    await load("emergency_numbers");
    const numbers = await app.db.select().from(emergencyNumbers);
    expect(numbers.map(({ number, verifiedOn }) => [number, verifiedOn])).toEqual([
      ["112", null],
      ["122", null],
    ]);
  });

  it("loading a starter set is audited for the set and for each of its records", async () => {
    const before = await auditRows("setup.loadStarterSet");
    await load("emergency_numbers");
    const rows = (await auditRows("setup.loadStarterSet")).slice(before.length);
    expect(rows.map(({ recordType, recordName }) => [recordType, recordName])).toEqual([
      [null, null],
      ["emergency_number", "All emergencies"],
      ["emergency_number", "Federal Road Safety Corps (FRSC)"],
    ]);
    expect(rows[0]?.after).toMatchObject({ starter_set: "Emergency numbers", left_out: [] });
  });

  it("a starter set is loaded once if two admins request it in parallel", async () => {
    const other = await makeAdmin(app);
    const answers = await Promise.all([load("report_categories"), load("report_categories", other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const names = (await app.db.select().from(ireportDepartments)).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each([
    ["without the right to create its records", { "Roles & Permissions": ["read", "create"] }, 403],
    ["without the right to set up", { iReports: ["read", "create", "approve"] }, 403],
    [
      "without “approve”, which its private categories need",
      { "Roles & Permissions": ["create"], iReports: ["read", "create", "update"] },
      403,
    ],
  ] as const)("a starter set is refused %s, and nothing is created", async (_, rights, status) => {
    const partialAdmin = await withRights(rights);
    expect((await load("report_categories", partialAdmin)).status).toBe(status);
    expect(await app.db.select().from(ireportDepartments)).toEqual([]);
    expect(await app.db.select().from(starterSets)).toEqual([]);
  });

  it("loading an unknown starter set returns 400", async () => {
    expect((await load("everything")).status).toBe(400);
  });

  it("loading a starter set of roles grants no rights beyond the caller's own", async () => {
    const partialAdmin = await withRights({ "Roles & Permissions": ["read", "create"] });
    await app.db.delete(roles).where(eq(roles.name, "KYC officer"));
    const { status, json } = await load("roles", partialAdmin);
    expect([status, json.message]).toEqual([403, expect.stringMatching(/rights that you don't have yourself/)]);
  });
});

describe("setup checklist", () => {
  it("the setup checklist shows the state of each step", async () => {
    const { steps, starter_sets, is_dismissed } = await checklist();
    expect(is_dismissed).toBe(false);
    expect(steps.map(({ step }: { step: string }) => step)).toEqual([...SETUP_STEPS]);
    expect(starter_sets.map(({ loaded }: { loaded: unknown }) => loaded)).toEqual(STARTER_SETS.map(() => null));
    expect((await step("payment_methods")).is_done).toBe(false);
    await load("payment_methods");
    expect(await step("payment_methods")).toMatchObject({ is_done: true, note: expect.stringMatching(/^Card, /) });
    await load("emergency_numbers");
    expect(await step("emergency_numbers")).toMatchObject({ is_done: false, note: "2 listed, 2 not verified." });
    await app.db
      .update(emergencyNumbers)
      .set({ verifiedOn: lagosDayOf(new Date()), verifiedBy: fullAdmin.id })
      .where(eq(emergencyNumbers.number, "112"));
    expect((await step("emergency_numbers")).is_done).toBe(true);
    await load("report_categories");
    expect((await step("report_categories")).is_done).toBe(true);
    expect(await step("provider")).toMatchObject({ is_done: false, note: expect.stringMatching(/moves no money/) });
  });

  it("the setup checklist marks mail as working after a sign-in with a mailed code, if mail is configured", async () => {
    const settings = env();
    const { make, remembered } = await signInSteps(app);
    const admin = await make();
    await remembered(admin.email);
    expect((await step("mail")).is_done).toBe(false);
    settings.smtpUrl = "smtp://localhost:2525";
    try {
      expect(await step("mail")).toMatchObject({ is_done: false, note: expect.stringMatching(/^Mail is set up/) });
      await remembered(admin.email);
    } finally {
      settings.smtpUrl = undefined;
    }
    expect(await step("mail")).toMatchObject({ is_done: true, note: expect.stringMatching(/sign-in code reached/) });
  });

  it("the setup checklist requires both legal texts in force; a withdrawn version does not count", async () => {
    const entry = (kind: "terms" | "privacy") =>
      app.db.select().from(contentEntries).where(eq(contentEntries.kind, kind));
    const publish = async (kind: "terms" | "privacy", values: Partial<typeof contentEntryPublications.$inferInsert>) =>
      app.db.insert(contentEntryPublications).values({
        ...{ entryId: (await entry(kind))[0]?.id ?? "", kind, number: 1, content: {} as never, title: "Terms" },
        ...{ from: new Date(Date.now() - 1_000), publishedBy: fullAdmin.id, ...values },
      });
    await publish("privacy", { withdrawnAt: new Date(), withdrawnBy: fullAdmin.id });
    expect(await step("legal_texts")).toMatchObject({ is_done: false, note: null });
    await publish("terms", {});
    expect(await step("legal_texts")).toMatchObject({ is_done: false, note: "Missing: privacy policy." });
    await publish("privacy", { number: 2 });
    expect((await step("legal_texts")).is_done).toBe(true);
  });

  it("the setup checklist requires a second full administrator", async () => {
    await makeAdmin(app);
    expect((await step("second_full_administrator")).is_done).toBe(true);
  });

  it("the setup checklist can be hidden and shown again, with an audit row", async () => {
    const setDismissed = (is_dismissed: boolean) =>
      app.call("PATCH", "/setup/dismissal", { token: fullAdmin.token, body: { is_dismissed } });
    expect((await setDismissed(true)).json.data).toMatchObject({ is_dismissed: true, steps: [] });
    expect((await setDismissed(true)).status).toBe(200);
    expect((await setDismissed(false)).json.data.is_dismissed).toBe(false);
    const rows = await auditRows("setup.dismiss");
    expect(rows.at(-1)).toMatchObject({ before: { is_dismissed: true }, after: { is_dismissed: false } });
  });

  it("the setup checklist shows which admin first confirmed a restored backup", async () => {
    await app.call("PATCH", "/setup/backup", { token: fullAdmin.token });
    expect(await step("backup")).toMatchObject({ is_done: true, note: expect.stringMatching(/^Confirmed by /) });
    expect((await auditRows("setup.confirmBackup")).at(-1)).toMatchObject({ after: { backup_restored: true } });
  });

  it("the setup checklist requires the right to manage roles", async () => {
    const partialAdmin = await withRights({ "Roles & Permissions": ["read"] });
    expect((await app.call("GET", "/setup", { token: partialAdmin.token })).status).toBe(403);
  });
});
