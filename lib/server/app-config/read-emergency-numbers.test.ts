import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import { emergencyNumbers } from "@/lib/server/db/schema/emergency-numbers";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.delete(emergencyNumbers);
});

const call = (method: string, path = "", body?: object, token = admin.token) =>
  app.call(method, `/app-config/emergency-numbers${path}`, { token, body });
const numberFields = (name: string, more: object = {}) => ({
  name,
  number: "112",
  category: "police",
  lga: null,
  ...more,
});
async function createNumber(name: string, more: object = {}) {
  const { status, json } = await call("POST", "", numberFields(name, more));
  expect([status, json.message]).toEqual([200, "OK"]);
  return json.data;
}
const newestAudit = async () => (await app.audit())[0];
const namesOf = (answer: { json: { data: { items: { name: string }[] } } }) =>
  answer.json.data.items.map(({ name }) => name);
const listNames = async () => (await call("GET")).json.data.items.map(({ name }: { name: string }) => name);
const publicNumbers = (query = "") => app.call("GET", `/public/emergency-numbers${query}`);

describe("number", () => {
  it("a new emergency number is added last, unverified, and logged", async () => {
    await createNumber("First");
    const made = await createNumber("  Police Ikom  ", { number: "0803 123 4567", lga: "Ikom" });
    expect(made).toMatchObject({ name: "Police Ikom", number: "0803 123 4567", lga: "Ikom", position: 1, version: 1 });
    expect(made).toMatchObject({ verified_on: null, verified_by: null, unverified: true });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.createEmergencyNumber",
      adminId: admin.id,
      recordType: "emergency_number",
      recordId: made.id,
      after: { name: "Police Ikom", number: "0803 123 4567", category: "police", lga: "Ikom" },
    });
    expect(await listNames()).toEqual(["First", "Police Ikom"]);
  });

  it.each(["112", "767", "199", "122122", "+234 803 123 4567", "0803 123 4567"])(
    "an emergency number can have the format %s",
    async (number) => {
      expect((await createNumber("Fits", { number })).number).toBe(number);
    },
  );

  it.each([
    "0803\u00a0123\u00a04567",
    "0803\u2011123\u20114567",
    "(0803) 123-4567",
    "tel:0803-123-4567",
    "0803 123 4567\u200b.",
  ])("an emergency number pasted as %j is stored as 0803 123 4567, in the list and the audit trail", async (number) => {
    expect((await createNumber("\u200bFire\u00a0service ", { number })).number).toBe("0803 123 4567");
    expect((await call("GET")).json.data.items).toMatchObject([{ name: "Fire service", number: "0803 123 4567" }]);
    expect((await newestAudit())?.after).toMatchObject({ name: "Fire service", number: "0803 123 4567" });
    const sameNumber = await call("POST", "", numberFields("The same", { number: "0803-123 4567" }));
    expect([sameNumber.status, sameNumber.json.message]).toEqual([
      409,
      "Fire service has this number for the same place already.",
    ]);
  });

  it.each(["", "11", "1 2", "abc", "112a", "+", "112  113", "11-2-", "0".repeat(20), "112\n", "\u0661\u0661\u0662"])(
    "an emergency number can't have the format %j",
    async (number) => {
      const { status, json } = await call("POST", "", numberFields("No", { number }));
      // Surrounding white space is removed.
      if (number === "112\n") return expect(json.data.number).toBe("112");
      expect([status, Object.keys(json.fields)]).toEqual([400, ["number"]]);
    },
  );

  it("an emergency number requires a name, a valid category and a valid LGA", async () => {
    const refusals = [
      [numberFields("x"), "name"],
      [numberFields("x".repeat(81)), "name"],
      [numberFields("Name", { category: "pizza" }), "category"],
      [numberFields("Name", { lga: "Lagos" }), "lga"],
    ] as const;
    for (const [body, field] of refusals) {
      const { status, json } = await call("POST", "", body);
      expect([status, Object.keys(json.fields)]).toEqual([400, [field]]);
    }
    expect((await call("POST", "", { ...numberFields("Name"), verified_on: "2026-01-01" })).status).toBe(400);
    expect(await listNames()).toEqual([]);
  });

  it("an emergency number is unique for a place and category, in any notation", async () => {
    await createNumber("Ikom police", { number: "0803 123 4567", lga: "Ikom" });
    const sameNumber = await call("POST", "", numberFields("Again", { number: "0803-1234567", lga: "Ikom" }));
    expect([sameNumber.status, sameNumber.json.message]).toEqual([
      409,
      expect.stringContaining("Ikom police has this number"),
    ]);
    const other = await createNumber("Elsewhere", { number: "08031234567", lga: "Obudu" });
    await createNumber("Fire", { number: "08031234567", lga: "Ikom", category: "fire" });
    const moved = { version: 1, ...numberFields("Elsewhere", { number: "08031234567", lga: "Ikom" }) };
    expect((await call("PATCH", `/${other.id}`, moved)).status).toBe(409);
    const duplicates = await Promise.all(
      Array.from({ length: 4 }, () => call("POST", "", numberFields("At once", { number: "900" }))),
    );
    expect(duplicates.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it("an emergency number is changed, audited, and must be verified again if the number differs", async () => {
    const made = await createNumber("Old name", { number: "0803 123 4567" });
    const verified = (await call("POST", `/${made.id}/verification`, { version: 1 })).json.data;
    const changeNumber = (version: number, more: object) =>
      call("PATCH", `/${made.id}`, { version, ...numberFields("New name", { number: "0803 123 4567", ...more }) });
    const renamed = (await changeNumber(2, { number: "08031234567" })).json.data;
    expect(renamed).toMatchObject({ name: "New name", verified_on: verified.verified_on, version: 3 });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.updateEmergencyNumber",
      before: { name: "Old name", number: "0803 123 4567", lga: "Whole state" },
      after: { name: "New name", number: "08031234567", lga: "Whole state" },
    });
    // The same number in another notation stays verified.
    expect((await newestAudit())?.after).not.toHaveProperty("verified_on");
    expect((await changeNumber(3, { number: "0803 999 9999" })).json.data).toMatchObject({
      verified_on: null,
      verified_by: null,
      unverified: true,
    });
    expect(await newestAudit()).toMatchObject({
      before: { number: "08031234567", verified_on: verified.verified_on },
      after: { number: "0803 999 9999", verified_on: null },
    });
  });

  it("of several concurrent changes of an emergency number one is accepted; the others get the current number", async () => {
    const made = await createNumber("Race");
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => call("PATCH", `/${made.id}`, { version: 1, ...numberFields(`Race ${n}`) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const savedNumber = answers.find(({ status }) => status === 200)?.json.data;
    for (const { json } of answers.filter(({ status }) => status === 409)) expect(json.current).toEqual(savedNumber);
    for (const [method, path, body] of [
      ["POST", `/${made.id}/verification`, { version: 1 }],
      ["DELETE", `/${made.id}`, { version: 1 }],
    ] as const)
      expect([path, (await call(method, path, body)).json.current]).toEqual([path, savedNumber]);
    const unknownPath = `/${uuid()}`;
    expect((await call("PATCH", unknownPath, { version: 1, ...numberFields("Nobody") })).status).toBe(404);
    expect((await call("DELETE", unknownPath, { version: 1 })).status).toBe(404);
    expect((await call("POST", `${unknownPath}/verification`, { version: 1 })).status).toBe(404);
  });
});

describe("verification", () => {
  it("the verification of an emergency number stores the Lagos day and the admin, and is audited", async () => {
    const made = await createNumber("To verify");
    const { json } = await call("POST", `/${made.id}/verification`, { version: 1 });
    const today = lagosDayOf(new Date());
    expect(json.data).toMatchObject({
      verified_on: today,
      verified_by: { id: admin.id },
      unverified: false,
      version: 2,
    });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.verifyEmergencyNumber",
      recordId: made.id,
      before: { verified_on: null },
      after: { verified_on: today },
    });
    const reader = await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read"] }) });
    expect((await call("POST", `/${made.id}/verification`, { version: 2 }, reader.token)).status).toBe(403);
  });

  it("the verification of an emergency number expires after 180 days, not before", async () => {
    const daysSince = { fresh: 0, last: -180, over: -181 };
    for (const [name, daysAgo] of Object.entries(daysSince)) {
      const { id } = await createNumber(name, { number: `70${-daysAgo}` });
      const set = { verifiedOn: addDays(lagosDayOf(new Date()), daysAgo), verifiedBy: admin.id };
      await app.db.update(emergencyNumbers).set(set).where(eq(emergencyNumbers.id, id));
    }
    await createNumber("never", { number: "900" });
    const { json } = await call("GET");
    const state = json.data.items.map(({ name, unverified }: { name: string; unverified: boolean }) => [
      name,
      unverified,
    ]);
    expect(state).toEqual([
      ["fresh", false],
      ["last", false],
      ["over", true],
      ["never", true],
    ]);
  });
});

describe("order of numbers", () => {
  it("the order of emergency numbers is changed in one write, which is refused unless it contains each number once", async () => {
    const made = [
      await createNumber("AA", { number: "101" }),
      await createNumber("BB", { number: "102" }),
      await createNumber("CC", { number: "103" }),
    ];
    const ids = made.map(({ id }) => id).reverse();
    const { json } = await call("POST", "/order", { ids });
    expect(json.data.items.map(({ name }: { name: string }) => name)).toEqual(["CC", "BB", "AA"]);
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.orderEmergencyNumbers",
      before: { order: "AA, BB, CC" },
      after: { order: "CC, BB, AA" },
    });
    expect(namesOf(await publicNumbers())).toEqual(["CC", "BB", "AA"]);
    for (const wrongOrder of [ids.slice(1), [...ids, uuid()], [ids[0], ids[0], ids[1]]]) {
      const refused = await call("POST", "/order", { ids: wrongOrder });
      expect([refused.status, refused.json.current.length]).toEqual([409, 3]);
    }
    expect(await listNames()).toEqual(["CC", "BB", "AA"]);
    await createNumber("DD", { number: "104" });
    expect(await listNames()).toEqual(["CC", "BB", "AA", "DD"]);
  });
});

describe("LGA", () => {
  it("an LGA's last emergency number can't be deleted, moved or limited to another LGA", async () => {
    const lastNumber = await createNumber("Ikom police", { number: "101", lga: "Ikom" });
    const deleteAnswer = await call("DELETE", `/${lastNumber.id}`, { version: 1 });
    expect([deleteAnswer.status, deleteAnswer.json.message]).toEqual([
      409,
      "Ikom police is the last number for Ikom, so this would leave people there without one. Add another number first.",
    ]);
    const movedNumber = { version: 1, ...numberFields("Ikom police", { number: "101", lga: "Obudu" }) };
    expect((await call("PATCH", `/${lastNumber.id}`, movedNumber)).status).toBe(409);
    expect((await call("PATCH", `/${lastNumber.id}`, { ...movedNumber, lga: null })).status).toBe(200);
    expect(await newestAudit()).toMatchObject({ outcome: "done", after: { lga: "Whole state" } });
  });

  it("an LGA can lose its own emergency number while one for the whole state exists; the state's last one can't be deleted", async () => {
    const ownNumber = await createNumber("Ikom police", { number: "101", lga: "Ikom" });
    const stateNumber = await createNumber("All", { number: "112" });
    expect((await call("DELETE", `/${ownNumber.id}`, { version: 1 })).json.data).toEqual({ id: ownNumber.id });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.deleteEmergencyNumber",
      recordId: ownNumber.id,
      before: { name: "Ikom police", number: "101", lga: "Ikom" },
    });
    const refused = await call("DELETE", `/${stateNumber.id}`, { version: 1 });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringMatching(/Abi, .+ and 15 more LGAs/)]);
    const narrowedNumber = { version: 1, ...numberFields("All", { lga: "Ikom" }) };
    expect((await call("PATCH", `/${stateNumber.id}`, narrowedNumber)).status).toBe(409);
    expect(await listNames()).toEqual(["All"]);
  });

  it("an LGA keeps an emergency number when several admins delete or move the last ones concurrently", async () => {
    for (let round = 0; round < 5; round++) {
      await app.db.delete(emergencyNumbers);
      const [a, b] = [
        await createNumber("One", { number: "101", lga: "Ikom" }),
        await createNumber("Two", { number: "102", lga: "Ikom" }),
      ];
      const other = await makeAdmin(app);
      const answers = await Promise.all([
        call("DELETE", `/${a.id}`, { version: 1 }),
        round % 2
          ? call("DELETE", `/${b.id}`, { version: 1 }, other.token)
          : call(
              "PATCH",
              `/${b.id}`,
              { version: 1, ...numberFields("Two", { number: "102", lga: "Obudu" }) },
              other.token,
            ),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await app.db.$count(emergencyNumbers, eq(emergencyNumbers.lga, "Ikom"))).toBe(1);
    }
  });
});

describe("public list", () => {
  it("the public list of emergency numbers returns all numbers, or those for an LGA, without the admin who verified them", async () => {
    await createNumber("State", { number: "112" });
    await createNumber("Ikom", { number: "101", lga: "Ikom" });
    const obudu = await createNumber("Obudu", { number: "102", lga: "Obudu" });
    await call("POST", `/${obudu.id}/verification`, { version: 1 });
    expect(namesOf(await publicNumbers())).toEqual(["State", "Ikom", "Obudu"]);
    const { json } = await publicNumbers("?lga=Obudu");
    expect(json.data.items).toEqual([
      expect.objectContaining({ name: "State" }),
      {
        id: obudu.id,
        name: "Obudu",
        number: "102",
        category: "police",
        lga: "Obudu",
        verified_on: lagosDayOf(new Date()),
      },
    ]);
    expect((await publicNumbers("?lga=Lagos")).status).toBe(400);
    await call("DELETE", `/${obudu.id}`, { version: 2 });
    expect(namesOf(await publicNumbers())).toEqual(["State", "Ikom"]);
  });
});

it("the database accepts the verifying admin and the verification date of an emergency number only together", async () => {
  await createNumber("Half");
  await expect(app.db.execute(sql`update emergency_numbers set verified_on = now()`)).rejects.toThrow();
});

describe("export", () => {
  it("an export of emergency numbers contains every number with its position, is audited, and requires the right", async () => {
    await createNumber("Fire service Ikom", { number: "0803 123 4567", category: "fire", lga: "Ikom" });
    await createNumber("Police");
    const made = await call("POST", "/export", { format: "csv" });
    expect(made).toMatchObject({ status: 200, json: { data: { rows: 2 } } });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.exportEmergencyNumbers",
      recordType: "export",
      after: { format: "csv", rows: 2 },
    });
    const file = await app.call("GET", `/exports/${made.json.data.token}`, {
      headers: { cookie: `cross-riv-token=${admin.token}` },
    });
    expect((await file.json.text()).trim().split("\r\n").slice(1)).toEqual([
      '1,"Fire service Ikom","0803 123 4567",fire,"Fire","Ikom",',
      '2,"Police","112",police,"Police","Whole state",',
    ]);
    const reader = await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read"] }) });
    expect((await call("POST", "/export", {}, reader.token)).status).toBe(403);
    expect((await call("POST", "/export", { format: "pdf" })).status).toBe(400);
  });
});
