import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { IreportState } from "@/lib/contract/ireport.values";
import { makeAdmin, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { filing, makeCategory } from "@/lib/server/testing/ireports";

let app: TestApp;
let grace: Awaited<ReturnType<typeof makeAdmin>>;
let categoryId: string;

beforeAll(async () => {
  app = await startTestApp();
  grace = await makeAdmin(app, { rights: rightsOf({ iReports: ["read", "update"] }) });
  categoryId = (await makeCategory(app)).id;
});
afterAll(() => app.stop());
afterEach(() => {
  vi.useRealTimers();
});

const HOUR = 3_600_000;
const WHOLE = 72 * HOUR;
const OF_STATE: Partial<Record<IreportState, number>> = {
  submitted: 4 * HOUR,
  acknowledged: 24 * HOUR,
  in_progress: 48 * HOUR,
};

type Report = { id: string; code: string };
const desk =
  (path: string, values: object) =>
  async ({ id }: Report) => {
    const { version } = (await read(id)) ?? {};
    const sent = path === "claim" || path === "release" ? {} : { version, ...values };
    return app.call("PATCH", `/ireports/${id}/${path}`, { token: grace.token, body: sent });
  };
const citizen =
  (path: string, values: object) =>
  ({ id, code }: Report) =>
    app.callAsApp("POST", `/reports/${id}/${path}`, { body: { code, ...values } });
const read = async (id: string) => (await app.call("GET", `/ireports/${id}`, { token: grace.token })).json.data;

const ACTIONS = [
  desk("claim", {}),
  desk("release", {}),
  desk("state", { state: "acknowledged" }),
  desk("state", { state: "in_progress" }),
  desk("state", { state: "resume" }),
  desk("question", { text: "Where exactly?" }),
  desk("resolution", { note: "It was repaired." }),
  desk("reopening", { reason: "Broken again." }),
  desk("priority", { priority: "high" }),
  citizen("answers", { text: "At the bridge." }),
  citizen("reopening", { reason: "Broken again." }),
];

it("runs each clock for exactly the time the desk had to act, over random calls and times", async () => {
  const start = Date.now();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(ACTIONS.length - 1), fc.integer({ min: 0, max: 5 * 60_000 })), {
        minLength: 4,
        maxLength: 14,
      }),
      async (moves) => {
        vi.useFakeTimers({ toFake: ["Date"], now: start });
        const report: Report = (
          await app.callAsApp("POST", "/reports", { body: filing(categoryId, { anonymous: true }) })
        ).json.data;
        let now = start;
        let state: IreportState = "submitted";
        let whole = 0;
        let inState = 0;
        for (const [choice, wait] of moves) {
          now += wait;
          vi.setSystemTime(now);
          if (OF_STATE[state]) {
            whole += wait;
            inState += wait;
          }
          const answered = await ACTIONS[choice]?.(report);
          expect([200, 409], JSON.stringify(answered?.json)).toContain(answered?.status);
          const seen = await read(report.id);
          const from: IreportState = state;
          state = seen.state;
          // A question about an unassigned new report acknowledges it first.
          const resumed = seen.resume_state ?? state;
          const began = from !== state && from !== "waiting_for_citizen" && resumed !== from;
          if (began) inState = 0;
          const reference = seen.stopped_at ? Date.parse(seen.stopped_at) : now;
          expect(Date.parse(seen.due_at) - reference).toBe(WHOLE - whole);
          const goesOnIn: IreportState = seen.resume_state ?? state;
          const target = OF_STATE[goesOnIn];
          if (target) expect(Date.parse(seen.state_due_at) - reference).toBe(target - inState);
          else expect(seen.state_due_at).toBeNull();
        }
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
}, 120_000);
