import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isTimeUp } from "./stopping";
import type { TimedTask } from "./timed-tasks";

const SECRET = "a-secret-of-the-clock-with-40-characters";

/** Returns a function that calls `handleCron` in a fresh module instance with these environment variables. */
async function loadCron(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();
  const { handleCron: answerCron } = await import("./cron");
  const callCron = async (
    interval: string,
    authorization: string,
    tasks: readonly TimedTask[] = [],
    budget?: number,
  ) => {
    const request = new Request("http://x/api/cron", { headers: authorization ? { authorization } : {} });
    const response = await answerCron(interval, request, tasks, budget);
    return { status: response.status, kept: response.headers.get("cache-control"), json: await response.json() };
  };
  return callCron;
}

beforeEach(() => {
  vi.stubEnv("DATABASE_URL", "postgres://nobody@localhost:1/none");
  vi.stubEnv("API_BASE_URL", "");
});
afterEach(() => vi.unstubAllEnvs());

const makeTask = (name: string, run: () => Promise<unknown> = async () => {}, every = 15): TimedTask => ({
  name,
  every,
  run,
});
const VALID_AUTHORIZATION = `Bearer ${SECRET}`;

describe("cron call", () => {
  it("a cron call returns 404 without a configured secret", async () => {
    const callCron = await loadCron({ CRON_SECRET: "" });
    expect(await callCron("minute", VALID_AUTHORIZATION)).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
  });

  it.each(["", SECRET, `Bearer ${SECRET}x`, "Bearer ", `bearer ${SECRET}`])(
    "a cron call returns 401 for %j",
    async (authorizationSent) => {
      const run = vi.fn();
      const callCron = await loadCron({ CRON_SECRET: SECRET });
      expect(await callCron("minute", authorizationSent, [makeTask("a", run)])).toMatchObject({
        status: 401,
        json: { status: 401, code: "UNAUTHORIZED", message: "Send the CRON_SECRET as a bearer token." },
      });
      expect(run).not.toHaveBeenCalled();
    },
  );

  it.each(["day", "constructor", "..%2fminute"])("a cron call returns 404 for the cadence %s", async (interval) => {
    const callCron = await loadCron({ CRON_SECRET: SECRET });
    expect(await callCron(interval, VALID_AUTHORIZATION)).toMatchObject({
      status: 404,
      json: { message: "There is no such call. Use one of: minute, hour." },
    });
  });

  it("a cron call runs due tasks in the order of the list, and its response has Cache-Control: no-store", async () => {
    const tasksRun: string[] = [];
    const recordingTask = (name: string, every?: number) => makeTask(name, async () => tasksRun.push(name), every);
    const callCron = await loadCron({ CRON_SECRET: SECRET });
    const tasks = [recordingTask("first", 2), recordingTask("hourly", 3_600), recordingTask("last", 60)];
    expect(await callCron("minute", VALID_AUTHORIZATION, tasks)).toEqual({
      ...{ status: 200, kept: "no-store" },
      json: { status: 200, message: "", data: { done: ["first", "last"], failed: [], left: [] } },
    });
    expect(tasksRun).toEqual(["first", "last"]);
    expect((await callCron("hour", VALID_AUTHORIZATION, tasks)).json.data.done).toEqual(["hourly"]);
  });

  it("a cron call runs the other tasks if one fails, and returns 500", async () => {
    const callCron = await loadCron({ CRON_SECRET: SECRET, LOG_LEVEL: "silent" });
    const failingTask = makeTask("broken", async () => {
      throw new Error("a secret of the database");
    });
    const answered = await callCron("minute", VALID_AUTHORIZATION, [failingTask, makeTask("fine")]);
    expect(answered).toMatchObject({ status: 500, json: { data: { done: ["fine"], failed: ["broken"], left: [] } } });
    expect(JSON.stringify(answered.json)).not.toContain("secret");
  });

  it("a cron call stops between two steps at its time limit, and its response lists the tasks not reached", async () => {
    const callCron = await loadCron({ CRON_SECRET: SECRET });
    const { isTimeUp: isTimeUpNow } = await import("./stopping");
    let stepsDone = 0;
    const endlessTask = makeTask("endless", async () => {
      for (; !isTimeUpNow(); stepsDone++) await new Promise((resolve) => setTimeout(resolve, 5));
    });
    const { json } = await callCron("minute", VALID_AUTHORIZATION, [endlessTask, makeTask("never-reached")], 500);
    expect(json.data).toEqual({ done: ["endless"], failed: [], left: ["never-reached"] });
    expect(stepsDone).toBeGreaterThan(0);
    // Outside a cron call there is no time limit.
    expect(isTimeUp()).toBe(false);
  });

  it("a cron call runs nothing if API_BASE_URL names another service", async () => {
    const run = vi.fn();
    const callCron = await loadCron({ CRON_SECRET: SECRET, API_BASE_URL: "https://api.example/v1" });
    expect(await callCron("minute", VALID_AUTHORIZATION, [makeTask("a", run)])).toMatchObject({
      status: 200,
      json: { data: { done: [] } },
    });
    expect(run).not.toHaveBeenCalled();
  });
});

describe("list of scheduled tasks", () => {
  let tasks: readonly TimedTask[];
  beforeAll(async () => {
    vi.stubEnv("FILES_BUCKET_URL", "http://localhost:1/b");
    vi.stubEnv("FILES_BUCKET_KEY_ID", "k");
    vi.stubEnv("FILES_BUCKET_SECRET", "s");
    vi.stubEnv("SIMULATED_PROVIDER", "on");
    vi.stubEnv("SIMULATED_CITIZENS", "on");
    vi.resetModules();
    ({ timedTasks: tasks } = { timedTasks: (await import("./timed-tasks")).timedTasks() });
  });

  it("each scheduled task has a unique name and is run by exactly one cron of vercel.json", async () => {
    const { CRON_CADENCES, cronCadenceOf } = await import("./timed-tasks");
    expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length);
    expect(tasks.filter((each) => !CRON_CADENCES.includes(cronCadenceOf(each)))).toEqual([]);
    const { crons } = JSON.parse(readFileSync("vercel.json", "utf8")) as { crons: { path: string }[] };
    expect(crons.map(({ path }) => path)).toEqual(CRON_CADENCES.map((interval) => `/api/cron/${interval}`));
    expect(readdirSync("app/api/cron")).toEqual(["[cadence]"]);
  });

  it("scheduled tasks deliver mails with codes, single messages and payments before outbox kinds with many rows", () => {
    const kinds = tasks.flatMap(({ name }) => (name.startsWith("deliver-") ? name.slice("deliver-".length) : []));
    expect(kinds.slice(0, 5).sort()).toEqual(["citizen-push", "mail", "payout", "push", "refund"]);
    expect(kinds[0]).toBe("mail");
  });

  it("the list of scheduled tasks matches the table in docs/operations.md, with intervals and cadences", async () => {
    const { cronCadenceOf } = await import("./timed-tasks");
    const documentedTasks = readFileSync("docs/operations.md", "utf8")
      .split("\n")
      .flatMap(
        (line) => (/^\| `([a-z-]+)` +\| ([\d,]+) +\| (minute|hour) /.exec(line) ?? []).slice(1, 4).join(" ") || [],
      );
    expect(documentedTasks).toEqual(
      tasks.map((each) => `${each.name} ${each.every.toLocaleString("en")} ${cronCadenceOf(each)}`),
    );
  });
});
