import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { IREPORT_STATES, IREPORT_TRANSITIONS, type IreportState } from "@/lib/contract/ireport.values";
import { ireports } from "@/lib/server/db/schema/ireport";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { type MadeIreportCategory, makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";

let app: TestApp;
let grace: Awaited<ReturnType<typeof makeAdmin>>;
let category: MadeIreportCategory;
let original: Awaited<ReturnType<typeof makeIreport>>;

beforeAll(async () => {
  app = await startTestApp();
  grace = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "update"] }), firstName: "Grace" });
  category = await makeIreportCategory(app);
  original = await makeIreport(app, { category });
});
afterAll(() => app.stop());

type MadeReport = Awaited<ReturnType<typeof makeIreport>>;
const makeReportInState = (state: IreportState, values: object = {}) =>
  makeIreport(app, { category, state, ...(state === "duplicate" && { originalId: original.id }), ...values });

const officerCall = (path: string, body: object) => async (report: MadeReport) => {
  const requestBody = { token: grace.token, body: { version: report.version, ...body } };
  return app.call("PATCH", `/ireports/${report.id}/${path}`, requestBody);
};
const citizenCall = (path: string, body: object) => (report: MadeReport) =>
  app.callAsApp("POST", `/reports/${report.id}/${path}`, { body: { user_id: report.reporterId, ...body } });

const ACTIONS = {
  claim: (report: MadeReport) => app.call("PATCH", `/ireports/${report.id}/claim`, { token: grace.token, body: {} }),
  acknowledge: officerCall("state", { state: "acknowledged" }),
  start: officerCall("state", { state: "in_progress" }),
  resume: officerCall("state", { state: "resume" }),
  ask: officerCall("question", { text: "Which lane is it in?" }),
  resolve: officerCall("resolution", { note: "The hole was filled this morning." }),
  reject: officerCall("rejection", { reason: "nothing_found", message: "We looked twice and found nothing." }),
  duplicate: (report: MadeReport) => officerCall("original", { original_id: original.id })(report),
  reopen: officerCall("reopening", { reason: "It broke again." }),
  answer: citizenCall("answers", { text: "The left one." }),
  rate: citizenCall("rating", { stars: 4 }),
  reopenAsCitizen: citizenCall("reopening", { reason: "It is still there." }),
};
type Action = keyof typeof ACTIONS;

/** The resulting state of each action in each state. All other actions are refused. */
const EXPECTED_STATES: Record<IreportState, Partial<Record<Action, IreportState>>> = {
  submitted: {
    claim: "acknowledged",
    acknowledge: "acknowledged",
    ask: "waiting_for_citizen",
    reject: "rejected",
    duplicate: "duplicate",
  },
  acknowledged: {
    claim: "acknowledged",
    start: "in_progress",
    ask: "waiting_for_citizen",
    reject: "rejected",
    duplicate: "duplicate",
  },
  in_progress: {
    claim: "in_progress",
    ask: "waiting_for_citizen",
    resolve: "resolved",
    reject: "rejected",
    duplicate: "duplicate",
  },
  waiting_for_citizen: {
    claim: "waiting_for_citizen",
    resume: "in_progress",
    answer: "in_progress",
    reject: "rejected",
    duplicate: "duplicate",
  },
  resolved: { reopen: "in_progress", reopenAsCitizen: "in_progress", rate: "resolved" },
  rejected: {},
  duplicate: {},
};

const actions = Object.keys(ACTIONS) as Action[];
const stateActionPairs = IREPORT_STATES.flatMap((from) =>
  actions.map((action) => ({ from, action, to: EXPECTED_STATES[from][action] })),
);

describe("the API", () => {
  it.each(stateActionPairs.filter(({ to }) => to))(
    "changes a report from $from to $to by $action, auditing each state",
    async (stateAction) => {
      const report = await makeReportInState(stateAction.from);
      const answered = await ACTIONS[stateAction.action](report);
      expect(answered.status, JSON.stringify(answered.json)).toBe(200);
      expect(answered.json.data.state).toBe(stateAction.to);
      const [stored] = await app.db.select().from(ireports).where(eq(ireports.id, report.id));
      expect(stored?.state).toBe(stateAction.to);

      const rows = await app.db
        .select()
        .from(auditTrails)
        .where(eq(auditTrails.recordId, report.id))
        .orderBy(asc(auditTrails.id));
      expect(rows.length).toBeGreaterThan(0);
      let auditedState: unknown = stateAction.from;
      for (const { before, after, outcome, recordName } of rows) {
        expect(outcome).toBe("done");
        expect(recordName).toBe(report.number);
        if (!after?.state || after.state === before?.state) continue;
        expect(before?.state).toBe(auditedState);
        expect(IREPORT_TRANSITIONS[auditedState as IreportState]).toContain(after.state);
        auditedState = after.state;
      }
      expect(auditedState).toBe(stateAction.to);
    },
  );

  it.each(stateActionPairs.filter(({ to }) => !to))(
    "refuses $action for a report that is $from",
    async ({ from, action }) => {
      const report = await makeReportInState(from);
      const refused = await ACTIONS[action](report);
      expect(refused).toMatchObject({ status: 409, json: { code: "CONFLICT" } });
      expect(refused.json.message).toMatch(/^[A-Z].{15,}\.$/);
      const isByOfficer = !["answer", "rate", "reopenAsCitizen"].includes(action);
      if (isByOfficer) expect(refused.json.current).toMatchObject({ id: report.id, state: from, version: 1 });
      expect((await app.audit())[0]).toMatchObject({ outcome: "refused", recordId: report.id });
      const [stored] = await app.db.select().from(ireports).where(eq(ireports.id, report.id));
      expect(stored).toMatchObject({ state: from, version: 1 });
    },
  );

  it("a report that waits for the citizen can only return to the state that it had before the question", async () => {
    const report = await makeReportInState("submitted");
    const afterQuestion = (await ACTIONS.ask(report)).json.data;
    expect(afterQuestion).toMatchObject({
      state: "waiting_for_citizen",
      resume_state: "acknowledged",
      owner: { id: grace.id },
    });
    const skippedResume = await officerCall("state", { state: "in_progress", version: afterQuestion.version })(report);
    expect(skippedResume.status).toBe(409);
    const answered = await ACTIONS.answer(report);
    expect(answered.json.data).toMatchObject({ state: "acknowledged", may_answer: false });
  });
});

/** Returns column values for state `to` that violate no constraint except the one on transitions. */
const stateColumns = (from: IreportState, to: IreportState) => {
  const runs = ["submitted", "acknowledged", "in_progress"].includes(to);
  const isWaiting = to === "waiting_for_citizen";
  const resumeState = ["submitted", "acknowledged", "in_progress"].includes(from) ? from : "in_progress";
  const keepsStateSince = isWaiting || from === "waiting_for_citizen";
  return sql`state = ${to}, resume_state = ${isWaiting ? resumeState : null},
    stopped_at = ${runs ? sql`null` : sql`now()`}, rejection = ${to === "rejected" ? "other" : null},
    original_id = ${to === "duplicate" ? original.id : null}, resolved_at = coalesce(resolved_at, now()),
    state_since = ${keepsStateSince ? sql`state_since` : sql`now()`},
    reopened = reopened + ${from === "resolved" ? 1 : 0}`;
};
const databaseError = async (run: Promise<unknown>) => {
  const error = await run.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof Error ? error.cause : error;
};

describe("the database", () => {
  const forbiddenMoves = IREPORT_STATES.flatMap((from) =>
    IREPORT_STATES.filter((to) => to !== from).map((to) => ({
      from,
      to,
      allowed: IREPORT_TRANSITIONS[from].includes(to) && (from !== "waiting_for_citizen" || to === "in_progress"),
    })),
  );

  it.each(forbiddenMoves.filter(({ allowed }) => allowed))(
    "allows in the database the report state transition from $from to $to",
    async ({ from, to }) => {
      const { id } = await makeReportInState(from);
      await app.db.execute(sql`update ireports set ${stateColumns(from, to)} where id = ${id}`);
      const [stored] = await app.db.select().from(ireports).where(eq(ireports.id, id));
      expect(stored?.state).toBe(to);
    },
  );

  it.each(forbiddenMoves.filter(({ allowed }) => !allowed))(
    "refuses in the database the report state transition from $from to $to",
    async ({ from, to }) => {
      const { id } = await makeReportInState(from);
      const cause = await databaseError(
        app.db.execute(sql`update ireports set ${stateColumns(from, to)} where id = ${id}`),
      );
      expect(cause).toMatchObject({ constraint: "ireports_transition" });
    },
  );

  it("refuses in the database a reopening after 14 days, and one that does not increment the reopening counter", async () => {
    const submittedAt = new Date(Date.now() - 30 * 86_400_000);
    const { id } = await makeReportInState("resolved", { submittedAt });
    const lateReopening = app.db.execute(
      sql`update ireports set ${stateColumns("resolved", "in_progress")} where id = ${id}`,
    );
    expect(await databaseError(lateReopening)).toMatchObject({ message: "a report can be reopened for 14 days" });
    const resolvedJustNow = await makeReportInState("resolved");
    const withoutCount = app.db.execute(
      sql`update ireports set state = 'in_progress', stopped_at = null, state_since = now() where id = ${resolvedJustNow.id}`,
    );
    expect(await databaseError(withoutCount)).toMatchObject({ constraint: "ireports_transition" });
  });

  it("prevents in the database changes of a report's content and counters", async () => {
    const { id } = await makeReportInState("acknowledged");
    const changes = [
      sql`title = 'Another'`,
      sql`text = 'Another'`,
      sql`lga = 'Obudu'`,
      sql`ward = 'Another'`,
      sql`lat = 5, lng = 8, cell = 1`,
      sql`reporter_id = null, code_hash = 'x'`,
      sql`number = 'IR-1'`,
      sql`submitted_at = now()`,
      sql`stopped_ms = -1`,
      sql`acknowledged_at = null`,
      sql`state_since = now()`,
    ];
    for (const change of changes) {
      const cause = await databaseError(app.db.execute(sql`update ireports set ${change} where id = ${id}`));
      expect(cause, JSON.stringify(change.queryChunks)).toMatchObject({ code: "23001" });
    }
    expect(await databaseError(app.db.execute(sql`delete from ireports where id = ${id}`))).toBeInstanceOf(Error);
    expect(await databaseError(app.db.execute(sql`truncate ireports cascade`))).toBeInstanceOf(Error);
  });

  it("the database allows inserting report messages and notes, but not changing or deleting them", async () => {
    const { id } = await makeReportInState("in_progress");
    const writeMessage = (kind: string, body: object) =>
      app.call("POST", `/ireports/${id}/${kind}`, { token: grace.token, body });
    expect((await writeMessage("notes", { text: "Called the works yard." })).status).toBe(200);
    expect((await writeMessage("updates", { text: "A crew comes tomorrow." })).status).toBe(200);
    for (const table of ["ireport_messages", "ireport_notes"]) {
      const name = sql.identifier(table);
      expect(await databaseError(app.db.execute(sql`update ${name} set text = 'x'`)), table).toBeInstanceOf(Error);
      expect(await databaseError(app.db.execute(sql`delete from ${name}`)), table).toBeInstanceOf(Error);
      expect(await databaseError(app.db.execute(sql`truncate ${name} cascade`)), table).toBeInstanceOf(Error);
    }
  });

  it("refuses in the database a duplicate or rejected report as another report's original", async () => {
    for (const state of ["duplicate", "rejected"] as const) {
      const other = await makeReportInState(state);
      const { id } = await makeReportInState("in_progress");
      const cause = await databaseError(
        app.db.execute(sql`update ireports set state = 'duplicate', original_id = ${other.id}, stopped_at = now(),
          state_since = now() where id = ${id}`),
      );
      expect(cause).toMatchObject({ constraint: "ireports_original" });
    }
  });
});
