import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { numberInLetters } from "@/lib/server/testing/number-in-letters";

let app: TestApp;
let officeAdmin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  officeAdmin = await makeAdmin(app, { rights: makeRights({ "User Management": ["read", "create"] }) });
});
afterAll(() => app.stop());

let personCount = 0;
const person = (values: object = {}) => ({
  first_name: "Mary",
  last_name: `Ita Giwa${numberInLetters(++personCount)}`,
  date_of_birth: `1985-06-${String((personCount % 28) + 1).padStart(2, "0")}`,
  gender: "female",
  phone: `0809 222 ${String(personCount).padStart(4, "0")}`,
  lga: "Boki",
  ...values,
});
const create = (body: object, token = officeAdmin.token) => app.call("POST", "/user-management/users", { token, body });

describe("account opened at the counter", () => {
  it("a citizen's account opened at the counter has tier 0, no external id, and an audit row", async () => {
    const { status, json } = await create(person({ email: "", address: "4 Ogoja Road" }));
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      tier: 0,
      status: "active",
      email: null,
      opened_by: null,
      balance: 0,
      version: 1,
    });
    expect((await app.audit(json.data.id))[0]).toMatchObject({
      action: "user.create",
      adminId: officeAdmin.id,
      after: { step: "account opened at the desk" },
    });
    const { items } = (
      await app.call("GET", `/user-management/users/${json.data.id}/activity`, { token: officeAdmin.token })
    ).json.data;
    expect(items).toMatchObject([{ action: "user.create", words: "Opened the account" }]);
  });

  it("a citizen's account opened at the counter stores data pasted from mails and spreadsheets without its invisible characters and formatting", async () => {
    const personFields = person();
    const national = personFields.phone.replaceAll(" ", "").slice(1);
    const { status, json } = await create({
      ...personFields,
      first_name: "Ma\u200bry\u00a0",
      phone: `\u202a+234 (0) ${national.slice(0, 3)}\u2011${national.slice(3)}\u202c`,
      email: `Mary <MARY.${national}@Example.com>`,
      address: "\u00a04\u2009Ogoja\u00a0Road\u200b",
    });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      ...{ first_name: "Mary", phone: `+234${national}`, email: `mary.${national}@example.com` },
      address: "4 Ogoja Road",
    });
    const [row] = await app.db.select().from(users).where(eq(users.id, json.data.id));
    expect(row).toMatchObject({ firstName: "Mary", phone: `+234${national}`, address: "4 Ogoja Road" });
  });

  it("a citizen's account opened at the counter is found by the citizen app, which can then use it", async () => {
    const { id, phone } = (await create(person())).json.data;
    const foundByPhone = await app.callAsApp("GET", `/users?phone=${encodeURIComponent(phone)}`);
    expect(foundByPhone.json.data).toMatchObject({ id, external_id: null });
  });

  it("a citizen's account opened at the counter requires the right to create users", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ "User Management": ["read", "update"] }) });
    expect((await create(person(), reader.token)).status).toBe(403);
  });

  it.each([
    ["an age under 18", { date_of_birth: "2020-01-01" }, "date_of_birth"],
    ["a phone number of another country", { phone: "+447911123456" }, "phone"],
    ["an email address without a domain", { email: "mary" }, "email"],
    ["no name", { last_name: " " }, "last_name"],
  ])("a citizen's account opened at the counter is refused for %s", async (_, values, field) => {
    const { status, json } = await create(person(values));
    expect([status, Object.keys(json.fields)]).toEqual([400, [field]]);
  });
});

describe("person who already has an account", () => {
  it("a second citizen account is refused with the phone number of another account, even if the admin has compared both", async () => {
    const existing = await makeUser(app);
    const { status, json } = await create(person({ phone: existing.phone, not_same_as: [existing.id] }));
    expect([status, json.message]).toEqual([409, expect.stringContaining("has this phone number")]);
    expect(json.current).toMatchObject([{ id: existing.id, reason: "phone" }]);
    const closed = await makeUser(app, { status: "closed" });
    expect((await create(person({ phone: closed.phone }))).status).toBe(200);
  });

  it("a second citizen account is refused with the email address of another account; the error mentions its owner", async () => {
    const existing = await makeUser(app, { firstName: "Bella", lastName: "O’Neil" });
    const { status, json } = await create(person({ email: ` ${existing.email.toUpperCase()} ` }));
    expect([status, json.fields.email]).toEqual([
      409,
      "Bella O’Neil's account has this email address. Use another one.",
    ]);
  });

  it.each([
    ["Itah", "Ekpenyong"],
    ["Ita Asuqo", "Ekpényong"],
    ["Ekpenyon", "Ita"],
  ])(
    "a similar account is found by a name that differs by one letter and the same birth date: %s %s",
    async (first_name, last_name) => {
      const sameBirthDate = { dateOfBirth: `1972-03-${10 + first_name.length}` };
      const existing = await makeUser(app, {
        firstName: "Ita",
        middleName: "Asuquo",
        lastName: "Ekpenyong",
        ...sameBirthDate,
      });
      const { status, json } = await create(
        person({ first_name, last_name, date_of_birth: sameBirthDate.dateOfBirth }),
      );
      expect(status).toBe(409);
      expect(json.current).toContainEqual(expect.objectContaining({ id: existing.id, reason: "name_and_birth_date" }));
      const similarName = person({ first_name: "Ita", last_name: "Bassey", date_of_birth: sameBirthDate.dateOfBirth });
      expect((await create(similarName)).status).toBe(200);
    },
  );

  it("a similar account is found by a similar name and the same birth date, ignoring accents, hyphens and word order", async () => {
    const existing = await makeUser(app, {
      firstName: "Ọláyínká",
      lastName: "Adébáyọ̀-Duke",
      dateOfBirth: "1971-02-03",
    });
    const sameName = person({ first_name: "Adebayo Duke", last_name: "Olayinka", date_of_birth: "1971-02-03" });
    const { status, json } = await create(sameName);
    expect([status, json.current]).toEqual([
      409,
      [expect.objectContaining({ id: existing.id, reason: "name_and_birth_date" })],
    ]);
    expect((await create({ ...sameName, phone: person().phone, date_of_birth: "1971-02-04" })).status).toBe(200);
    const openedAnyway = await create({ ...sameName, not_same_as: [existing.id] });
    expect(openedAnyway.status).toBe(200);
    expect((await app.audit(openedAnyway.json.data.id))[0]?.after).toMatchObject({ compared: [{ id: existing.id }] });
  });

  it("a similar account is found by the same identity number, which is not stored", async () => {
    const { user } = await makeKycRequest(app);
    const personFields = person({ identity_number: "1234\u00a0567\u20118901." });
    const { status, json } = await create(personFields);
    expect([status, json.current[0]]).toEqual([
      409,
      expect.objectContaining({ id: user.id, reason: "identity_number" }),
    ]);
    const ids = json.current.map(({ id }: { id: string }) => id);
    const openedAnyway = await create({ ...personFields, not_same_as: ids });
    expect(openedAnyway.status).toBe(200);
    // Ignores digits within hashes and ids, which are random.
    const lastFourDigits = /(?<![\da-f-])8901(?![\da-f-])/;
    const auditText = JSON.stringify(await app.audit(openedAnyway.json.data.id));
    expect(auditText).not.toContain("12345678901");
    expect(auditText).not.toMatch(lastFourDigits);
  });

  it("similar accounts must be compared again if a further one is opened before the new account is created", async () => {
    const personFields = person({ date_of_birth: "1966-06-06", last_name: "Edet" });
    const first = (await create(personFields)).json.data;
    const samePerson = person({ date_of_birth: "1966-06-06", last_name: "Edet" });
    const second = (await create({ ...samePerson, not_same_as: [first.id] })).json.data;
    const third = await create({
      ...person({ date_of_birth: "1966-06-06", last_name: "Edet" }),
      not_same_as: [first.id],
    });
    expect([third.status, third.json.current.length]).toEqual([409, 2]);
    expect(await app.db.$count(users, eq(users.id, second.id))).toBe(1);
  });
});
