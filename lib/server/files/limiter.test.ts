import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createConcurrencyLimiter } from "./limiter";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a task that runs until `end()` is called. */
function createTask() {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { run: vi.fn(() => finished), end: () => finish() };
}

it("the concurrency limiter starts a waiting task when the running task has ended", async () => {
  const limiter = createConcurrencyLimiter(1, 1, 1_000);
  const [first, second] = [createTask(), createTask()];
  const running = limiter(first.run);
  const waiting = limiter(second.run);
  await vi.advanceTimersByTimeAsync(999);
  expect(second.run).not.toHaveBeenCalled();
  first.end();
  await running;
  expect(second.run).toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  second.end();
  await waiting;
});

it("the concurrency limiter throws 503 if its queue is full or a task waits too long, and never starts that task", async () => {
  const limiter = createConcurrencyLimiter(1, 1, 1_000);
  const [first, second, third] = [createTask(), createTask(), createTask()];
  const running = limiter(first.run);
  const lateTask = expect(limiter(second.run)).rejects.toMatchObject({ status: 503 });
  await expect(limiter(createTask().run)).rejects.toMatchObject({ status: 503 });
  await vi.advanceTimersByTimeAsync(1_000);
  await lateTask;
  const nextTask = limiter(third.run);
  first.end();
  await running;
  third.end();
  await nextTask;
  expect(second.run).not.toHaveBeenCalled();
  expect(third.run).toHaveBeenCalled();
});
