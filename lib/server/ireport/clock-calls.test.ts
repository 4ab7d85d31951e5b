import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import type { IreportState } from "@/lib/contract/ireport.values";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeIreportCategory, reportFilingBody } from "@/lib/server/testing/ireports";

let app: TestApp;
let grace: Awaited<ReturnType<typeof makeAdmin>>;
let categoryId: string;

beforeAll(async () => {
  app = await startTestApp();
  grace = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "update"] }) });
  categoryId = (await makeIreportCategory(app)).id;
});
afterAll(() => app.stop());
afterEach(() => {
  vi.useRealTimers();
});

const HOUR_MS = 3_600_000;
const TARGET_MS = 72 * HOUR_MS;
const STATE_TARGET_MS: Partial<Record<IreportState, number>> = {
  submitted: 4 * HOUR_MS,
  acknowledged: 24 * HOUR_MS,
  in_progress: 48 * HOUR_MS,
};

type Report = { id: string; code: string };
const officerCall =
  (path: string, values: object) =>
  async ({ id }: Report) => {
    const { version } = (await fetchReport(id)) ?? {};
    const requestBody = path === "claim" || path === "release" ? {} : { version, ...values };
    return app.call("PATCH", `/ireports/${id}/${path}`, { token: grace.token, body: requestBody });
  };
const citizenCall =
  (path: string, values: object) =>
  ({ id, code }: Report) =>
    app.callAsApp("POST", `/reports/${id}/${path}`, { body: { code, ...values } });
const fetchReport = async (id: string) => (await app.call("GET", `/ireports/${id}`, { token: grace.token })).json.data;

const ACTIONS = [
  officerCall("claim", {}),
  officerCall("release", {}),
  officerCall("state", { state: "acknowledged" }),
  officerCall("state", { state: "in_progress" }),
  officerCall("state", { state: "resume" }),
  officerCall("question", { text: "Where exactly?" }),
  officerCall("resolution", { note: "It was repaired." }),
  officerCall("reopening", { reason: "Broken again." }),
  officerCall("priority", { priority: "high" }),
  citizenCall("answers", { text: "At the bridge." }),
  citizenCall("reopening", { reason: "Broken again." }),
];

it("runs each deadline clock for exactly the time that officers had to act, over random requests and times", async () => {
  const start = Date.now();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(ACTIONS.length - 1), fc.integer({ min: 0, max: 5 * 60_000 })), {
        minLength: 4,
        maxLength: 14,
      }),
      async (actionsTaken) => {
        vi.useFakeTimers({ toFake: ["Date"], now: start });
        const report: Report = (
          await app.callAsApp("POST", "/reports", { body: reportFilingBody(categoryId, { anonymous: true }) })
        ).json.data;
        let now = start;
        let state: IreportState = "submitted";
        let runningMs = 0;
        let stateMs = 0;
        for (const [actionIndex, wait] of actionsTaken) {
          now += wait;
          vi.setSystemTime(now);
          if (STATE_TARGET_MS[state]) {
            runningMs += wait;
            stateMs += wait;
          }
          const answered = await ACTIONS[actionIndex]?.(report);
          expect([200, 409], JSON.stringify(answered?.json)).toContain(answered?.status);
          const fetched = await fetchReport(report.id);
          const from: IreportState = state;
          state = fetched.state;
          // When an officer asks a question about a new report, the report is acknowledged first.
          const resumed = fetched.resume_state ?? state;
          const hasNewState = from !== state && from !== "waiting_for_citizen" && resumed !== from;
          if (hasNewState) stateMs = 0;
          const reference = fetched.stopped_at ? Date.parse(fetched.stopped_at) : now;
          expect(Date.parse(fetched.due_at) - reference).toBe(TARGET_MS - runningMs);
          const resumeState: IreportState = fetched.resume_state ?? state;
          const target = STATE_TARGET_MS[resumeState];
          if (target) expect(Date.parse(fetched.state_due_at) - reference).toBe(target - stateMs);
          else expect(fetched.state_due_at).toBeNull();
        }
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
}, 120_000);
