import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { routes } from "@/lib/contract/routes";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeGrantApplication, makeGrantProgramme } from "@/lib/server/testing/grants";

type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;

let app: TestApp;
let [ada, bello, chika, dayo]: TestAdmin[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [ada, bello, chika, dayo] = [await makeAdmin(app), await makeAdmin(app), await makeAdmin(app), await makeAdmin(app)];
});
afterAll(() => app.stop());

const COMMENT = "Canary-comment-of-Ada";
const SCORE = 97;
/** Matches the first reviewer's score as a separate number, not as part of an id, time or amount. */
const SCORE_PATTERN = new RegExp(`(?<![\\w.:,-])(${SCORE}|${SCORE}00|${SCORE * 50})(?![\\w:,-]*\\w)`);

const definedAdmin = (admin: TestAdmin | undefined) => {
  if (!admin) throw new Error("no admin");
  return admin;
};
const patch = (
  admin: TestAdmin | undefined,
  id: string,
  subpath: string,
  body: object,
  headers: Record<string, string> = {},
) => app.call("PATCH", `/grants/applications/${id}/${subpath}`, { token: definedAdmin(admin).token, body, headers });
const post = (admin: TestAdmin | undefined, path: string, body: object, headers: Record<string, string> = {}) =>
  app.call("POST", path, { token: definedAdmin(admin).token, body, headers });
const textOf = async ({ json }: { json: unknown }) => (json instanceof Blob ? json.text() : JSON.stringify(json));

/** Returns every response to this admin's read calls, including downloads, by call. */
async function readAllCalls(admin: TestAdmin, ids: Record<string, string>): Promise<[string, string][]> {
  const answers: [string, string][] = [];
  const allRoutes = Object.entries(routes).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, route]) => [`${group}.${name}`, route] as const),
  );
  for (const [name, route] of allRoutes) {
    const isRead = route.method === "GET" || route.reads || route.path.endsWith("/export");
    if (!isRead || name === "exports.download") continue;
    const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => ids[key] ?? uuid());
    const answer =
      route.method === "GET"
        ? await app.call("GET", path, { token: admin.token })
        : await post(admin, path, {}, { "idempotency-key": uuid() });
    answers.push([name, await textOf(answer)]);
    const token = route.path.endsWith("/export") && answer.status === 200 && answer.json.data.token;
    if (!token) continue;
    const file = await app.call("GET", `/exports/${token}`, { headers: { cookie: `cross-riv-token=${admin.token}` } });
    answers.push([`${name} file`, await textOf(file)]);
  }
  return answers;
}

/** Returns the responses of the grant calls for all sorts and filters, and of each row of the audit trail. */
async function readApplicationDetails(admin: TestAdmin, id: string): Promise<[string, string][]> {
  const read = async (path: string): Promise<[string, string]> => [
    path,
    await textOf(await app.call("GET", path, { token: admin.token })),
  ];
  const lists = ["sort=score", "sort=-score", "review=in", "review=mine", "q=GRA-", "size=100&sort=-amount"];
  const rows = await app.audit();
  return [
    ...(await Promise.all(lists.map((query) => read(`/grants/applications?${query}`)))),
    ...(await Promise.all(rows.map((row) => read(`/system-logs/audit-trails/${row.id}`)))),
    await read(`/system-logs/audit-trails?record_type=grant_application&record_id=${id}&size=100`),
  ];
}

/** Matches ids and counts of audit rows. These numbers grow during the test and could equal the score. */
const COUNT_FIELDS = /"(id|total|rows|actions|refused|sign_ins|sent)":"?\d+"?/g;
const hasLeak = (text: string) => text.includes(COMMENT) || SCORE_PATTERN.test(text.replace(COUNT_FIELDS, ""));
const leakingAnswers = (answers: readonly [string, string][]) =>
  answers.filter(([, text]) => hasLeak(text)).map(([name]) => name);

it("returns no score or comment of another reviewer in any call before both scores exist", async () => {
  const programme = await makeGrantProgramme(app, definedAdmin(dayo), {});
  const application = await makeGrantApplication(app, programme, { state: "shortlisted" });
  const { id } = application;
  const ids = { applicationId: id, programmeId: programme.id, userId: application.userId };
  // Bello sends the same idempotency key below, and must not get Ada's stored response with her score.
  const key = { "idempotency-key": uuid() };
  const firstReview = await patch(ada, id, "review", { score: SCORE, comment: COMMENT }, key);
  expect(firstReview.status).toBe(200);
  expect(firstReview.json.data).toMatchObject({
    are_in: false,
    score: null,
    items: [{ is_mine: true, score: SCORE, comment: COMMENT }],
  });

  for (const admin of [bello, chika, dayo].map(definedAdmin)) {
    const read = await readAllCalls(admin, ids);
    expect(leakingAnswers(read)).toEqual([]);
    expect(read.find(([name]) => name === "grant.application")?.[1]).toContain(application.reference);
    expect(read.find(([name]) => name === "grant.exportApplications file")?.[1]).toContain(application.reference);
    expect(read.find(([name]) => name === "grant.reviews")?.[1]).toContain(definedAdmin(ada).name);
    expect(leakingAnswers(await readApplicationDetails(admin, id))).toEqual([]);
  }
  // Ada sees her own score only in her review. All other pages are equal for every admin.
  expect(leakingAnswers(await readAllCalls(definedAdmin(ada), ids))).toEqual(["grant.reviews"]);

  // Tests the responses to writes: refusals with the current record, another admin's idempotency key, results of decisions.
  const { version } = (await app.call("GET", `/grants/applications/${id}`, { token: definedAdmin(bello).token })).json
    .data;
  const writes = [
    await patch(bello, id, "questions", { version: 999, question: "Where is your stall?" }),
    await patch(bello, id, "review", { score: 500 }),
    await patch(bello, id, "review", { score: SCORE, comment: COMMENT }, { ...key }),
  ];
  // The last write is Bello's own review with the same key and text. He must not get Ada's stored response.
  expect(writes.map(({ status }) => status)).toEqual([409, 400, 200]);
  expect(leakingAnswers([["stale", await textOf(writes[0] as { json: unknown })]])).toEqual([]);
  expect(writes[2]?.json.data).toMatchObject({ are_in: true, score: SCORE * 100 });
  // Bello's conflict of interest removes his score, and hides Ada's score from all other admins again.
  expect((await patch(bello, id, "conflict", { reason: "My cousin" })).status).toBe(200);
  for (const admin of [bello, chika].map(definedAdmin)) {
    const results = [
      await post(admin, "/grants/applications/decisions", {
        decision: "approve",
        applications: [{ id, version: version + 2 }],
      }),
      await patch(admin, id, "questions", { version: 999, question: "Where is your stall?" }),
    ];
    expect(results.map(({ status }) => status)).toEqual([200, 409]);
    const texts = await Promise.all(
      results.map(async (result): Promise<[string, string]> => ["write", await textOf(result)]),
    );
    expect(
      leakingAnswers([...texts, ...(await readAllCalls(admin, ids)), ...(await readApplicationDetails(admin, id))]),
    ).toEqual([]);
  }
  expect(
    leakingAnswers([["bello", await textOf(await patch(bello, id, "conflict", { reason: "My cousin" }))]]),
  ).toEqual([]);
  expect(leakingAnswers([["bello", await textOf(await patch(bello, id, "review", { score: 5 }))]])).toEqual([]);
}, 120_000);

it("an application's score that only one reviewer has given neither affects the sort order of lists nor appears in the audit trail before the decision", async () => {
  const programme = await makeGrantProgramme(app, definedAdmin(dayo), {});
  const scoredApplications = [];
  for (let n = 0; n < 3; n++)
    scoredApplications.push(await makeGrantApplication(app, programme, { state: "shortlisted" }));
  const [lowScoreId, highScoreId, noScoreId] = scoredApplications.map(({ id }) => id);
  await patch(ada, lowScoreId as string, "review", { score: 1 });
  await patch(ada, highScoreId as string, "review", { score: 99 });
  for (const sort of ["score", "-score"]) {
    const list = await app.call("GET", `/grants/applications?programme=${programme.id}&sort=${sort}`, {
      token: definedAdmin(chika).token,
    });
    expect(list.json.data.items.map((row: { id: string }) => row.id)).toEqual([noScoreId, highScoreId, lowScoreId]);
  }
  await patch(bello, highScoreId as string, "review", { score: 88 });
  const auditTexts = await app.db.execute<{ text: string }>(
    sql`select coalesce(before::text, '') || coalesce(after::text, '') as text from audit_trails
      where action in ('grant.review', 'grant.declareConflict')`,
  );
  expect(auditTexts.rows.length).toBeGreaterThan(3);
  for (const { text } of auditTexts.rows) expect(text).not.toMatch(/score|comment|\b(88|97|99)\b/i);
});
