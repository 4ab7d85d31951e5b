import { type SQL, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { LEGAL_CONTENT_ENTRY_IDS, LEGAL_KINDS, type LegalKind } from "@/lib/contract/content-entries.values";
import { legalAcceptances } from "@/lib/server/db/schema/content-entries";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { contentEntryCallsOf, docWithText, insertPicture, legalText } from "@/lib/server/testing/content-entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let writer: Awaited<ReturnType<typeof makeAdmin>>;
let callsByKind: Record<LegalKind, ReturnType<typeof contentEntryCallsOf>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  writer = await makeAdmin(app, {
    rights: makeRights({ "App Configurations": ["read", "create", "update", "delete"] }),
  });
  callsByKind = {
    terms: contentEntryCallsOf(app, admin, "terms"),
    privacy: contentEntryCallsOf(app, admin, "privacy"),
  };
});
afterAll(() => app.stop());

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const newestAudit = async () => (await app.audit())[0];
const publicText = async (kind: LegalKind) => (await app.call("GET", `/public/${kind}`)).json.data;

/** Saves `words` as the draft of a legal text, and publishes the draft. */
async function publishLegalText(kind: LegalKind, words: string, times: object = {}, token?: string) {
  const { id, version } = await callsByKind[kind].draft(legalText(words), LEGAL_CONTENT_ENTRY_IDS[kind]);
  return callsByKind[kind].publish(id, version, times, token);
}
async function withdrawLegalText(kind: LegalKind, what: "next" | "all", token?: string) {
  const { version } = await callsByKind[kind].get(LEGAL_CONTENT_ENTRY_IDS[kind]);
  return callsByKind[kind].call("POST", `/${LEGAL_CONTENT_ENTRY_IDS[kind]}/withdrawal`, { version, what }, token);
}

describe.each(LEGAL_KINDS)("legal texts of kind %s", (kind) => {
  const id = LEGAL_CONTENT_ENTRY_IDS[kind];

  it("a new installation has one legal text of each kind, which can't be deleted", async () => {
    const { call, get } = callsByKind[kind];
    const { items } = (await call("GET")).json.data;
    expect(items.map((each: { id: string }) => each.id)).toEqual([id]);
    expect(await publicText(kind)).toEqual({ current: null, next: null, next_change_at: null });
    const { version } = await get(id);
    expect((await call("POST", "", { draft: legalText("Another") })).status).toBe(409);
    expect((await call("DELETE", `/${id}`, { version })).status).toBe(409);
    expect((await call("PATCH", `/${id}/archive`, { version, archived: true })).status).toBe(409);
    expect((await call("POST", "/order", { ids: [id] })).status).toBe(400);
    expect(await get(id)).toMatchObject({ state: "draft", version });
  });

  it("legal texts are written with the right to update, and published only with the right to approve", async () => {
    const { call, get, publish: publishVersion } = callsByKind[kind];
    const { version } = await get(id);
    const saved = await call("PATCH", `/${id}`, { version, draft: legalText("First words") }, writer.token);
    expect([saved.status, saved.json.data.missing]).toEqual([200, {}]);
    const refused = await publishVersion(id, saved.json.data.version, {}, writer.token);
    expect([refused.status, refused.json.message]).toEqual([403, expect.stringContaining("“approve” right")]);
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.publishEntry",
      outcome: "refused",
      adminId: writer.id,
    });
    expect(await publicText(kind)).toMatchObject({ current: null, next: null });
    // A new privacy policy never requires acceptance again.
    const must_accept = kind === "terms";
    const response = await publishVersion(id, saved.json.data.version, { must_accept });
    expect(response.json.data).toMatchObject({ state: "published", live_number: 1 });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.publishEntry",
      adminId: admin.id,
      recordId: id,
      after: { published: 1, must_accept, until: null, from: expect.any(String) },
    });
    const { current, next } = await publicText(kind);
    expect([current, next]).toEqual([
      expect.objectContaining({ number: 1, html: "<p>First words</p>", must_accept, language: "en" }),
      null,
    ]);
    expect(Math.abs(Date.parse(current.effective_at) - Date.now())).toBeLessThan(10_000);
  });

  it("legal texts can have one scheduled version, which can be withdrawn until it starts", async () => {
    const planned = await publishLegalText(kind, "Second words", { from: inHours(24) });
    expect(planned.json.data).toMatchObject({ state: "published", live_number: 1, next_from: expect.any(String) });
    const publicNow = await publicText(kind);
    expect([publicNow.current.number, publicNow.next.number, publicNow.next.html]).toEqual([
      1,
      2,
      "<p>Second words</p>",
    ]);
    expect(publicNow.next_change_at).toBe(publicNow.next.effective_at);
    // No version can be published now: it would start before the scheduled version but have a higher number.
    const publishedBetween = await publishLegalText(kind, "In between");
    expect([publishedBetween.status, publishedBetween.json.message]).toEqual([
      409,
      expect.stringContaining("Version 2 is scheduled"),
    ]);
    expect(publishedBetween.json.current.id).toBe(id);
    const replaced = await publishLegalText(kind, "Third words", { from: inHours(48) });
    expect(replaced.status).toBe(200);
    expect(await newestAudit()).toMatchObject({ before: { scheduled: "2" }, after: { scheduled: 3 } });
    expect((await publicText(kind)).next).toMatchObject({ number: 3 });
    expect((await withdrawLegalText(kind, "next", writer.token)).status).toBe(403);
    const withdrawnNext = await withdrawLegalText(kind, "next");
    expect(withdrawnNext.json.data).toMatchObject({ live_number: 1, next_from: null });
    expect(await newestAudit()).toMatchObject({ action: "appConfig.withdrawEntry", before: { scheduled: "3" } });
    expect((await publicText(kind)).next).toBeNull();
    expect((await withdrawLegalText(kind, "next")).status).toBe(409);
    const withdrawnAll = await withdrawLegalText(kind, "all");
    expect([withdrawnAll.status, withdrawnAll.json.message]).toEqual([409, expect.stringContaining("binds citizens")]);
    expect((await publicText(kind)).current.number).toBe(1);
  });

  it("publishing a legal text is refused if it has an end, a start in the past, or no text", async () => {
    expect((await publishLegalText(kind, "x", { until: inHours(1) })).json.fields).toHaveProperty("until");
    expect((await publishLegalText(kind, "x", { from: inHours(-1) })).json.fields).toHaveProperty("from");
    const empty = await callsByKind[kind].draft({ texts: { en: { title: "", body: null } } }, id);
    const { status, json } = await callsByKind[kind].publish(id, empty.version);
    expect([status, Object.keys(json.fields).sort()]).toEqual([400, ["draft.texts.en.body", "draft.texts.en.title"]]);
    expect((await callsByKind[kind].publish(id, empty.version - 1)).status).toBe(409);
  });

  it("of several concurrent publications of a legal text, only one is accepted", async () => {
    const { version } = await callsByKind[kind].draft(legalText("Race words"), id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => callsByKind[kind].publish(id, version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await publicText(kind)).current).toMatchObject({ number: 4, html: "<p>Race words</p>" });
  });

  it("legal texts keep every version for comparison, and can restore any as the draft", async () => {
    const { call, get } = callsByKind[kind];
    const firstVersion = await call("GET", `/${id}/publications/1`);
    expect(firstVersion.json.data).toMatchObject({ number: 1, content: legalText("First words") });
    const four = await call("GET", `/${id}/publications/4`);
    expect(four.json.data).toMatchObject({ content: legalText("Race words"), published_by: { id: admin.id } });
    expect((await call("GET", `/${id}/publications/5`)).status).toBe(404);
    const { version } = await get(id);
    const restored = await call("POST", `/${id}/publications/1/draft`, { version }, writer.token);
    expect(restored.json.data.draft).toEqual(legalText("First words"));
    expect((await publicText(kind)).current.number).toBe(4);
  });

  it("legal texts can't be changed, removed, backdated or withdrawn by SQL either", async () => {
    const planned = await publishLegalText(kind, "Planned", { from: inHours(24) });
    expect(planned.status).toBe(200);
    const ofEntry = sql`entry_id = ${id}::uuid`;
    const row = (from: SQL, until: SQL = sql`null`) => sql`
      insert into entry_publications (entry_id, number, kind, content, title, "from", until, published_by)
      values (${id}::uuid, 99, ${kind}, '{"texts":{}}', 'x', ${from}, ${until}, ${admin.id}::uuid)`;
    const statements = [
      sql`update entry_publications set content = '{"texts": {}}' where ${ofEntry} and number = 1`,
      sql`update entry_publications set title = 'x' where ${ofEntry}`,
      sql`update entry_publications set number = 98 where ${ofEntry} and number = 1`,
      sql`update entry_publications set "from" = now() + interval '9 days' where ${ofEntry}`,
      sql`update entry_publications set until = now() + interval '9 days' where ${ofEntry}`,
      sql`update entry_publications set must_accept = not must_accept where ${ofEntry}`,
      sql`update entry_publications set kind = 'faq' where ${ofEntry}`,
      sql`update entry_publications set published_by = ${writer.id}::uuid where ${ofEntry}`,
      sql`update entry_publications set withdrawn_at = now(), withdrawn_by = ${admin.id}::uuid where ${ofEntry} and number = 4`,
      sql`update entry_publications set withdrawn_at = null, withdrawn_by = null where ${ofEntry} and number = 2`,
      sql`delete from entry_publications where ${ofEntry}`,
      sql`delete from entry_publications where ${ofEntry} and withdrawn_at is not null`,
      sql`truncate entry_publications`,
      sql`truncate publication_images`,
      sql`truncate entry_publications, publication_images`,
      sql`truncate entries cascade`,
      sql`delete from entries where id = ${id}::uuid`,
      sql`update entries set kind = 'faq' where id = ${id}::uuid`,
      sql`update entries set archived_at = now() where id = ${id}::uuid`,
      row(sql`now() - interval '1 year'`),
      row(sql`now() + interval '1 hour'`),
      row(sql`now() + interval '9 days'`, sql`now() + interval '10 days'`),
    ];
    const before = await app.db.execute(sql`select * from entry_publications where ${ofEntry} order by number`);
    const passedStatements = [];
    for (const [index, statement] of statements.entries()) {
      const isRejected = await app.db.execute(statement).then(
        ({ rowCount }) => !rowCount,
        () => true,
      );
      if (!isRejected) passedStatements.push(index);
    }
    expect(passedStatements).toEqual([]);
    expect((await app.db.execute(sql`select * from entry_publications where ${ofEntry} order by number`)).rows).toEqual(
      before.rows,
    );
    expect((await withdrawLegalText(kind, "next")).status).toBe(200);
  });
});

describe("acceptances", () => {
  const readAcceptances = (userId: string) => app.callAsApp("GET", `/acceptances?user_id=${userId}`);
  const accept = (userId: string, kind: LegalKind, number: number) =>
    app.callAsApp("POST", "/acceptances", { body: { user_id: userId, kind, number } });
  const acceptanceState = async (userId: string, kind: LegalKind) =>
    (await readAcceptances(userId)).json.data.items.find((each: { kind: LegalKind }) => each.kind === kind);
  const stats = async () =>
    (await app.call("GET", "/app-config/acceptance-stats?kind=terms", { token: admin.token })).json.data.items;
  const statOf = async (number: number) => (await stats()).find((each: { number: number }) => each.number === number);
  const list = async (query: string) =>
    (await app.call("GET", `/app-config/acceptances?${query}`, { token: admin.token })).json.data;
  const current = async () => (await publicText("terms")).current.number as number;

  it("users must accept a legal text if they have never accepted it, and again only for a version that requires a new acceptance", async () => {
    const ada = await makeUser(app);
    const four = await current();
    expect(await acceptanceState(ada.id, "terms")).toEqual({
      kind: "terms",
      number: four,
      accepted_at: null,
      required: true,
    });
    const response = await accept(ada.id, "terms", four);
    expect(response.json.data).toEqual({ kind: "terms", number: four, accepted_at: expect.any(String) });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.accept",
      recordType: "user",
      recordId: ada.id,
      after: { accepted: `terms ${four}` },
    });
    expect(await acceptanceState(ada.id, "terms")).toMatchObject({
      required: false,
      accepted_at: response.json.data.accepted_at,
    });
    expect(await acceptanceState(ada.id, "privacy")).toMatchObject({ required: true });
    // Publishing the same text again does not require a new acceptance.
    expect((await publishLegalText("terms", "Small change")).status).toBe(200);
    expect(await acceptanceState(ada.id, "terms")).toMatchObject({
      number: four + 2,
      required: false,
      accepted_at: null,
    });
    expect((await publishLegalText("terms", "Great change", { must_accept: true })).status).toBe(200);
    expect(await acceptanceState(ada.id, "terms")).toMatchObject({ required: true });
    await accept(ada.id, "terms", await current());
    expect(await acceptanceState(ada.id, "terms")).toMatchObject({ required: false });
  });

  it("users must accept a legal text once, even if no version requires a new acceptance", async () => {
    const obi = await makeUser(app);
    const { number } = (await publicText("privacy")).current;
    expect(await acceptanceState(obi.id, "privacy")).toMatchObject({ number, required: true });
    await accept(obi.id, "privacy", number);
    expect(await acceptanceState(obi.id, "privacy")).toMatchObject({ required: false });
    expect((await publishLegalText("privacy", "Small change")).status).toBe(200);
    expect(await acceptanceState(obi.id, "privacy")).toMatchObject({ required: false, accepted_at: null });
  });

  it("acceptances of a legal text's scheduled version count once that version is current; those of a withdrawn version never count", async () => {
    const [earlyUser, ada] = [await makeUser(app), await makeUser(app)];
    const now = await current();
    await publishLegalText("terms", "Next words", { from: inHours(24), must_accept: true });
    const next = (await publicText("terms")).next.number;
    expect((await accept(earlyUser.id, "terms", next)).status).toBe(200);
    expect(await acceptanceState(earlyUser.id, "terms")).toMatchObject({ number: now, required: true });
    expect((await withdrawLegalText("terms", "next")).status).toBe(200);
    expect(await acceptanceState(earlyUser.id, "terms")).toMatchObject({ number: now, required: true });
    for (const number of [next, now - 1, 1, 999]) expect((await accept(ada.id, "terms", number)).status).toBe(404);
  });

  it("an acceptance of a legal text is stored once, with the time of the first call, and only for open accounts", async () => {
    const [ada, closed] = [await makeUser(app), await makeUser(app, { status: "closed" })];
    const number = await current();
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(ada.id, "terms", number)));
    expect(new Set(answers.map(({ json }) => json.data.accepted_at)).size).toBe(1);
    expect((await accept(closed.id, "terms", number)).status).toBe(409);
    expect((await accept(uuid(), "terms", number)).status).toBe(404);
    expect((await readAcceptances(uuid())).status).toBe(404);
    const wrongInput = { user_id: ada.id, kind: "faq", number };
    expect((await app.callAsApp("POST", "/acceptances", { body: wrongInput })).status).toBe(400);
    expect((await list(`kind=terms&number=${number}&q=${ada.lastName}`)).items).toEqual([
      {
        user: { id: ada.id, name: `${ada.firstName} ${ada.lastName}` },
        phone: ada.phone,
        number,
        accepted_at: answers[0]?.json.data.accepted_at,
      },
    ]);
  });

  it("acceptances of legal texts are counted for each version, among open accounts", async () => {
    const number = await current();
    const before = await statOf(number);
    const otherVersionsOf = async () =>
      (await stats())
        .filter((each: { number: number }) => each.number !== number)
        .map((each: { number: number; accepted: number }) => [each.number, each.accepted]);
    const otherVersions = await otherVersionsOf();
    const users = [await makeUser(app), await makeUser(app), await makeUser(app)];
    for (const { id } of users.slice(0, 2)) await accept(id, "terms", number);
    expect(await otherVersionsOf()).toEqual(otherVersions);
    expect(await statOf(number)).toEqual({ number, accepted: before.accepted + 2, of: before.of + 3 });
    await app.db.execute(sql`update users set status = 'closed' where id = ${users[0]?.id}::uuid`);
    expect(await statOf(number)).toEqual({ number, accepted: before.accepted + 1, of: before.of + 2 });
    const numbers = (await stats()).map((each: { number: number }) => each.number);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  });

  it("acceptances of legal texts are exported for each user, with the right to export", async () => {
    const { total } = await list("kind=terms");
    expect(total).toBeGreaterThan(2);
    const createExport = (token: string) =>
      app.call("POST", "/app-config/acceptances/export", { token, body: { kind: "terms" } });
    expect((await createExport(writer.token)).status).toBe(403);
    const made = await createExport(admin.token);
    expect(made.json.data.rows).toBe(total);
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.exportAcceptances",
      recordType: "export",
      after: { kind: "terms", rows: total },
    });
    const file = await app.call("GET", `/exports/${made.json.data.token}`, {
      headers: { cookie: `cross-riv-token=${admin.token}` },
    });
    expect(file.status).toBe(200);
    const [head, ...rows] = (await file.json.text()).trim().split("\r\n");
    expect(head).toContain('"User","Phone","Text","Text in words","Version","Accepted (Lagos)"');
    expect(rows).toHaveLength(total);
    const { user, phone, number } = (await list("kind=terms")).items[0];
    expect(rows.filter((row: string) => row.includes(user.name))[0]).toContain(
      `"'${phone}",terms,"Terms & Conditions",${number},`,
    );
  });

  it("acceptances of legal texts can't be changed or removed with SQL", async () => {
    const acceptanceCount = () => app.db.$count(legalAcceptances);
    const before = await acceptanceCount();
    expect(before).toBeGreaterThan(0);
    for (const statement of [
      sql`update legal_acceptances set accepted_at = now()`,
      sql`update legal_acceptances set number = 1`,
      sql`delete from legal_acceptances`,
      sql`truncate legal_acceptances`,
    ])
      await expect(app.db.execute(statement)).rejects.toThrow();
    expect(await acceptanceCount()).toBe(before);
  });
});

it("pictures of the current and the next version of a legal text are public, those of a draft are not", async () => {
  const [now, next, draft] = [
    await insertPicture(app, admin),
    await insertPicture(app, admin),
    await insertPicture(app, admin),
  ];
  const withPicture = (imageId: string) => ({
    texts: {
      en: {
        title: "Terms",
        body: {
          type: "doc",
          content: [...docWithText("Words").content, { type: "image", attrs: { imageId, alt: "A seal" } }],
        },
      },
    },
  });
  const publishVersion = async (imageId: string, times: object) => {
    const { version } = await callsByKind.privacy.draft(withPicture(imageId), LEGAL_CONTENT_ENTRY_IDS.privacy);
    return callsByKind.privacy.publish(LEGAL_CONTENT_ENTRY_IDS.privacy, version, times);
  };
  expect((await publishVersion(now, {})).status).toBe(200);
  expect((await publishVersion(next, { from: inHours(24) })).status).toBe(200);
  await callsByKind.privacy.draft(withPicture(draft), LEGAL_CONTENT_ENTRY_IDS.privacy);
  const text = await publicText("privacy");
  expect([text.current.html, text.next.html]).toEqual([expect.stringContaining(now), expect.stringContaining(next)]);
  const status = async (id: string) => (await app.call("GET", `/public/images/${id}/480`)).status;
  expect([await status(now), await status(next), await status(draft)]).toEqual([200, 200, 404]);
  const isCurrentImage = sql`image_id = ${now}::uuid`;
  for (const statement of [
    sql`delete from publication_images where ${isCurrentImage}`,
    sql`update publication_images set image_id = ${draft}::uuid where ${isCurrentImage}`,
    sql`delete from image_sizes where ${isCurrentImage}`,
    sql`update image_sizes set file_id = (select file_id from image_sizes where image_id = ${draft}::uuid limit 1) where ${isCurrentImage}`,
    sql`delete from images where id = ${now}::uuid`,
  ])
    await expect(app.db.execute(statement)).rejects.toThrow();
  expect(await status(now)).toBe(200);
  await withdrawLegalText("privacy", "next");
  expect(await status(next)).toBe(404);
});
