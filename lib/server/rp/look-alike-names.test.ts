import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { createMailedReference, INVITATION_LINK_MINUTES } from "@/lib/server/auth/mailed-links";
import { admins } from "@/lib/server/db/schema/admin";
import { throttles } from "@/lib/server/db/schema/session";
import { deleteAdmins, makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { namesLookAlike } from "./look-alike-names";

const parseName = (name: string) => {
  const [firstName = "", ...otherNames] = name.split(" ");
  return { firstName, lastName: otherNames.join(" ") };
};

describe("names of two admins", () => {
  it.each([
    ["Ekaette Bassey", "EKAETTE BASSEY"],
    ["Ekaette Bassey", "Bassey Ekaette"],
    ["Ekaette Bassey", "Ekaette Bassey."],
    ["Ekaette Bassey", "Ekaette Bássey"],
    ["Ekaette Bassey-Duke", "Ekaette Bassey Duke"],
    ["Ekaette Bassey-Duke", "Ekaette BasseyDuke"],
    ["Mary Ita Giwa", "Mary-Ita Giwa"],
    ["Bella O’Neil", "Bella ONeil"],
    ["Ini Bernard", "lni Bemard"],
    ["Ivy Etim", "lvy Etirn"],
    ["Wale Obi", "VVale Obi"],
    ["Ada Ota", "Аdа Оtа"],
    ["Ona Pos", "Ona Роѕ"],
    ["Toma Kata", "Тома Ката"],
    ["Nana Ota", "Nana Οτα"],
    ["Ɛkpɛnyɔŋ Efiɔm", "Ekpenyon Efiom"],
  ])("names of two admins look alike: %s, %s", (one, other) => {
    expect(namesLookAlike(parseName(one), parseName(other))).toBe(true);
    expect(namesLookAlike(parseName(other), parseName(one))).toBe(true);
  });

  it.each([
    ["Ekaette Bassey", "Ekaette A. Bassey"],
    ["Ekaette Bassey", "Ekaete Bassey"],
    ["Ekaette Bassey", "Ekaette Duke"],
    ["Ada Obi", "Ade Obi"],
    ["Фатима Бако", "Фарида Бако"],
    ["فاطمة زكريا", "مريم زكريا"],
  ])("names of two admins differ: %s, %s", (one, other) => {
    expect(namesLookAlike(parseName(one), parseName(other))).toBe(false);
  });
});

describe("admin's name that looks like another admin's", () => {
  let app: TestApp;
  let owner: Awaited<ReturnType<typeof makeAdmin>>;
  let roleId: string;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    await deleteAdmins(app);
    await app.db.delete(throttles);
    owner = await makeAdmin(app);
    ({ roleId } = await makeAdmin(app, { rights: makeRights({ Grants: ["read"] }) }));
    await invite("Ekaette", "Bassey", "first@example.com");
  });

  const invite = (first_name: string, last_name: string, email: string) =>
    app.call("POST", "/auth/admin", { token: owner.token, body: { first_name, last_name, email, role_ids: [roleId] } });
  const adminByEmail = async (email: string) => (await app.db.select().from(admins).where(eq(admins.email, email)))[0];
  /** Prepares the acceptance of the invitation to this address; `send` sends it. */
  async function accept(email: string, first_name: string, last_name: string) {
    const adminId = (await adminByEmail(email))?.id ?? "";
    const reference = await app.db.transaction((tx) =>
      createMailedReference(tx, { adminId, kind: "invitation", minutes: INVITATION_LINK_MINUTES }),
    );
    const body = { reference, email, first_name, last_name, password: "okra soup on the veranda" };
    return {
      send: (extraFields: object = {}) =>
        app.call("POST", "/auth/admin/register", { body: { ...body, ...extraFields } }),
    };
  }

  it("an admin's name that looks like another admin's is rejected in an invitation, with an available name as a suggestion", async () => {
    const answer = await invite("EKAETTE", "Bassey.", "second@example.com");
    expect(answer).toMatchObject({ status: 409, json: { code: "NAME_TAKEN" } });
    expect(answer.json.fields.first_name).toBe(answer.json.message);
    expect(answer.json.message).toContain("Ekaette Bassey,");
    expect(answer.json.message).toContain("“EKAETTE A. Bassey.”");
    expect(await adminByEmail("second@example.com")).toBeUndefined();
    expect((await invite("Ekaette A.", "Bassey", "second@example.com")).status).toBe(200);
    const third = await invite("Ekaette", "Bassey", "third@example.com");
    expect(third.json.message).toContain("“Ekaette B. Bassey”");
  });

  it("an admin's name that looks like another admin's is available again once the other admin is deleted", async () => {
    await app.db.update(admins).set({ status: "deleted" }).where(eq(admins.email, "first@example.com"));
    expect((await invite("Ekaette", "Bassey", "second@example.com")).status).toBe(200);
  });

  it("an admin's name that looks like another admin's is rejected on acceptance, and the link still works for another name", async () => {
    await invite("Ima", "Udoh", "second@example.com");
    const { send } = await accept("second@example.com", "Bassey", "Ekaette");
    expect(await send()).toMatchObject({ status: 409, json: { code: "NAME_TAKEN" } });
    expect((await adminByEmail("second@example.com"))?.status).toBe("invited");
    expect((await send({ first_name: "Ima", last_name: "Udoh" })).status).toBe(200);
  });

  it("an admin's name that looks like another admin's is accepted for only one of several concurrent requests", async () => {
    await invite("Ima", "Udoh", "second@example.com");
    await invite("Arit", "Ofem", "third@example.com");
    const parallelAccepts = [
      await accept("second@example.com", "Ini", "Edet"),
      await accept("third@example.com", "lni", "Edet"),
    ];
    const answers = await Promise.all([
      ...parallelAccepts.map(({ send }) => send()),
      invite("Edet", "Ini", "fourth@example.com"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it("an admin's name that looks like another admin's stays if both accounts exist already, and both accounts can still be changed", async () => {
    const sameNamedAdmin = await makeAdmin(app);
    await app.db
      .update(admins)
      .set({ firstName: "Ekaette", lastName: "Bassey" })
      .where(eq(admins.id, sameNamedAdmin.id));
    const body = { admin_id: sameNamedAdmin.id, status: "suspended" };
    expect((await app.call("PATCH", "/users/admin/status-update", { token: owner.token, body })).status).toBe(200);
    const list = await app.call("GET", "/users/all/admins?q=Bassey", { token: owner.token });
    expect(list.json.data.items).toHaveLength(2);
  });

  it("a name changed on acceptance of the invitation is mailed to the inviter, with both names in the audit row", async () => {
    const { send } = await accept("first@example.com", "Ekaette", "Duke");
    expect((await send()).status).toBe(200);
    const mail = (await app.mails()).find(({ to }) => to === owner.email);
    expect(mail?.text).toContain("Invited as: Ekaette Bassey\nName now: Ekaette Duke");
    expect(mail?.text).toContain("first@example.com");
    expect((await app.audit())[0]).toMatchObject({
      action: "auth.register",
      before: { first_name: "Ekaette", last_name: "Bassey" },
      after: { first_name: "Ekaette", last_name: "Duke" },
    });
  });

  it("an unchanged name is not mailed; if the inviter is not active, full administrators get the mail", async () => {
    await invite("Ima", "Udoh", "second@example.com");
    const other = await makeAdmin(app);
    const mailsToAdmins = async () =>
      (await app.mails()).filter(({ subject }) => subject.includes("changed their name")).map(({ to }) => to);
    const sameNameAccept = await accept("second@example.com", "Ima", "Udoh");
    expect((await sameNameAccept.send()).status).toBe(200);
    expect(await mailsToAdmins()).toEqual([]);
    await app.db.update(admins).set({ status: "suspended" }).where(eq(admins.id, owner.id));
    const changedNameAccept = await accept("first@example.com", "Ekaette", "Duke");
    expect((await changedNameAccept.send()).status).toBe(200);
    expect(await mailsToAdmins()).toEqual([other.email]);
  });
});
