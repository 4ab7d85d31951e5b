import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { log } from "@/lib/server/base/log";
import { setDatabaseFault } from "@/lib/server/db/availability";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { timedTasks } from "./timed-tasks";
import { startTimers, stopTimers } from "./timers";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
afterEach(() => {
  stopTimers();
  setDatabaseFault(undefined);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A task that runs every second and records its runs. */
function recordedTask() {
  const [task] = timedTasks();
  if (!task) throw new Error("There is no timed task.");
  const run = vi.fn(async () => 0);
  return { run, task: { ...task, every: 1, run } };
}

it("startTimers starts each timer once", async () => {
  vi.useFakeTimers();
  const { run, task } = recordedTask();
  startTimers({ tasks: [task], refreshesKeys: false });
  startTimers({ tasks: [task], refreshesKeys: false });
  expect(vi.getTimerCount()).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledOnce();
});

it("timers log failures while the database is not ready, and run the tasks afterwards", async () => {
  vi.useFakeTimers();
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  const { run, task } = recordedTask();
  startTimers({ tasks: [task], refreshesKeys: true });
  setDatabaseFault("The database is shutting down.");
  await vi.advanceTimersByTimeAsync(20_000);
  const messages = new Set(warn.mock.calls.map(([, message]) => message));
  expect(messages).toEqual(
    new Set(["a timed task failed", "the secret in use could not be read", "outcomes were not stored"]),
  );
  expect(run).not.toHaveBeenCalled();
  setDatabaseFault(undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledOnce();
});
