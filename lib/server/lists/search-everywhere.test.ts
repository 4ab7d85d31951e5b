import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { legalAcceptances } from "@/lib/server/db/schema/content-entries";
import { userGroups } from "@/lib/server/db/schema/user";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeBroadcast } from "@/lib/server/testing/broadcasts";
import { contentEntryCallsOf, docWithText, faqContent } from "@/lib/server/testing/content-entries";
import { makeEvent } from "@/lib/server/testing/events";
import { makeGrantApplication, makeGrantProgramme } from "@/lib/server/testing/grants";
import { makeIreport } from "@/lib/server/testing/ireports";
import { languageCallsOf } from "@/lib/server/testing/languages";
import { makePromotion, makeRedemption } from "@/lib/server/testing/promotions";
import { makeTicket } from "@/lib/server/testing/tickets";

const EVENT_TITLE = "Ọjà O’Neil – Bɔkɔ’s New-Year Market";
const PERSON_NAME = { firstName: "Ɛkpɛnyɔŋ", lastName: "Ita O’Neil" };
const PERSON_SEARCHES = ["ekpenyong o'neil", "ONEIL, Ɛkpɛnyɔŋ", "Ita Oneil", "itaoneil", "O Neil"];
const TITLE_SEARCHES = ["oja", "MARKET oneil", "bokos new year", "new‑year", "Ọjà"];

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let testEvent: Awaited<ReturnType<typeof makeEvent>>;
let ticket: Awaited<ReturnType<typeof makeTicket>>;
let application: Awaited<ReturnType<typeof makeGrantApplication>>;

beforeAll(async () => {
  app = await startTestApp({ connections: 1 });
  admin = await makeAdmin(app);
  const user = await makeUser(app, PERSON_NAME);
  await makeKycRequest(app, { ...PERSON_NAME, userId: user.id });
  testEvent = await makeEvent(app, { title: EVENT_TITLE });
  ticket = await makeTicket(app, testEvent, { holderId: user.id, reference: "TKT-019AC01FFE3B" });
  const programme = await makeGrantProgramme(app, admin, { name: EVENT_TITLE });
  application = await makeGrantApplication(app, programme, { userId: user.id });
  const promotion = await makePromotion(app, admin, { name: EVENT_TITLE });
  await makeRedemption(app, promotion, { userId: user.id });
  await app.db.insert(legalAcceptances).values({ kind: "terms", number: 1, userId: user.id, app: "demo" });
  await app.db.insert(userGroups).values({ id: uuid(), name: EVENT_TITLE, kind: "static" });
  await makeIreport(app, { title: EVENT_TITLE, number: "IR-012345" });
  await makeBroadcast(app, admin.id, { title: EVENT_TITLE });
  const role = { name: EVENT_TITLE, description: "", features: makeRights({ "User Management": ["read"] }) };
  expect((await app.call("POST", "/permissions/role", { token: admin.token, body: role })).status).toBe(200);
  await contentEntryCallsOf(app, admin, "announcements").draft({
    texts: { en: { title: EVENT_TITLE, body: docWithText("Stalls open at six.") } },
    ...{ image_id: null, image_alt: "", link: "", audience: "everybody", group_ids: [], pinned: false },
  });
  await contentEntryCallsOf(app, admin, "faq").draft(faqContent(EVENT_TITLE));
});
afterAll(() => app.stop());

async function search(path: string, q: string) {
  const answer = await app.call("GET", `${path}${path.includes("?") ? "&" : "?"}q=${encodeURIComponent(q)}`, {
    token: admin.token,
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json.data;
}

const PEOPLE_LISTS = [
  ["users", "/user-management/users"],
  ["KYC requests", "/kyc"],
  ["tickets", "/events/tickets"],
  ["applications", "/grants/applications"],
  ["redemptions", "/promotions/redemptions"],
  ["acceptances", "/app-config/acceptances?kind=terms"],
] as const;

describe.each(PEOPLE_LISTS)("searching the list of %s for people", (_title, path) => {
  it.each(PERSON_SEARCHES)("the search of a list finds the person by %s", async (searchText) => {
    expect((await search(path, searchText)).total).toBe(1);
  });

  it("the search suggests a name if one letter of a word is wrong, and finds the person by the suggestion", async () => {
    for (const [searchText, suggestion] of [
      ["Onail", "O’Neil"],
      ["ita oneill", "Ita O’Neil"],
      ["ekpneyong ita", "Ɛkpɛnyɔŋ Ita"],
      ["Ekpenyon Onell", "Ɛkpɛnyɔŋ O’Neil"],
    ] as const) {
      expect(await search(path, searchText)).toMatchObject({ total: 0, suggestion });
      expect((await search(path, suggestion)).total).toBe(1);
    }
  });

  it("the search suggests no name for two wrong letters, a short word, an unknown word, an email or a number", async () => {
    for (const searchText of ["Onaal", "Itb", "Onail Bassey", "onail@example.com", "0803000", "KYC-999999", "!!!"])
      expect([searchText, await search(path, searchText)]).toEqual([
        searchText,
        expect.not.objectContaining({ suggestion: expect.anything() }),
      ]);
  });

  it("the search of a list suggests no name if it has results", async () => {
    expect(await search(path, "oneil")).not.toHaveProperty("suggestion");
  });
});

it("the search of a list suggests no name of a person whom the list's filters exclude", async () => {
  expect(await search("/user-management/users?status=active", "Onail")).toHaveProperty("suggestion", "O’Neil");
  expect(await search("/user-management/users?status=suspended", "Onail")).not.toHaveProperty("suggestion");
  expect(await search("/kyc?state=approved", "Onail")).not.toHaveProperty("suggestion");
  expect(await search(`/events/tickets?event=${uuid()}`, "Onail")).not.toHaveProperty("suggestion");
});

it("the search of admins finds and suggests admins by name, and finds an admin by a pasted email", async () => {
  const other = await makeAdmin(app, { firstName: "Ọláyínká" });
  const ids = async (searchText: string) =>
    (await search("/users/all/admins", searchText)).items.map(({ id }: { id: string }) => id);
  expect(await ids(`olayinka ${other.name.split(" ")[1]}`)).toEqual([other.id]);
  expect(await ids(`Ọláyínká <${other.email.toUpperCase()}>`)).toEqual([other.id]);
  expect(await search("/users/all/admins", "Olayimka")).toMatchObject({ total: 0, suggestion: "Ọláyínká" });
});

describe.each([
  ["events", "/events"],
  ["programmes", "/grants/programmes"],
  ["promotions", "/promotions"],
  ["user groups", "/user-management/user-groups"],
  ["reports", "/ireports"],
  ["notifications", "/app-config/broadcasts"],
  ["roles", "/permissions/roles"],
  ["announcements", "/content/entries/announcements"],
  ["questions", "/app-config/entries/faq"],
])("searching the list of %s for titles", (_title, path) => {
  it.each(TITLE_SEARCHES)("the search of a list finds a title by %s", async (searchText) => {
    expect((await search(path, searchText)).total).toBe(1);
  });

  it("the search of a list does not find a title that lacks one of the typed words", async () => {
    expect((await search(path, "oja bridge")).total).toBe(0);
  });
});

it("the search in Language Configuration finds app texts and their keys by words and by parts of words", async () => {
  const languages = languageCallsOf(app, admin);
  const { id } = await languages.key("search.nothing_found", "Nothing found");
  await languages.put(id, "efi", "Ndɔ’kɔ Ọ̀nà");
  for (const q of ["nothing_f", "search nothing", "othing found"])
    expect(await languages.found(`q=${q}`)).toContain("search.nothing_found");
  for (const q of ["ndoko", "ona", "Ọ̀nà"])
    expect(await languages.found(`language=efi&q=${encodeURIComponent(q)}`)).toContain("search.nothing_found");
});

it("the search of the audit trail finds rows by words of the record's name; the search of User Activities finds admins by name", async () => {
  for (const q of ["oja market", "new-year"])
    expect((await search("/system-logs/audit-trails", q)).items).toContainEqual(
      expect.objectContaining({ record: expect.objectContaining({ name: EVENT_TITLE }) }),
    );
  expect((await search("/system-logs/audit-trails", "oja bridge")).total).toBe(0);
  await app.seal();
  expect((await search("/system-logs/user-activities", admin.name.toUpperCase())).total).toBe(1);
});

it("each list finds its kind of reference, such as `KYC-000302`, in every notation in which people paste it", async () => {
  const withSpace = (reference: string) => reference.replace("-", " ");
  for (const [path, reference] of [
    ["/events/tickets", ticket.reference],
    ["/grants/applications", application.reference],
    ["/ireports", "IR-012345"],
  ] as const)
    for (const searchText of [withSpace(reference), `Ref: ${reference}.`, `“${reference.replace("-", "–")}”\u200b`])
      expect([searchText, (await search(path, searchText)).total]).toEqual([searchText, 1]);
  const [{ transaction }] = (await search("/promotions/redemptions", "oneil")).items;
  for (const path of ["/transactions", "/promotions/redemptions"])
    for (const searchText of [withSpace(transaction.reference), `(${transaction.reference}),`])
      expect([searchText, (await search(path, searchText)).total]).toEqual([searchText, 1]);
});
