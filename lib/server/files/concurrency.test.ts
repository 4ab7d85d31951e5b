import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLimiter } from "./concurrency";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A task that runs until `end()` is called. */
function task() {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: vi.fn(() => done), end: () => end() };
}

it("starts a waiting task when the running one has ended", async () => {
  const turn = createLimiter(1, 1, 1_000);
  const [first, second] = [task(), task()];
  const running = turn(first.run);
  const waiting = turn(second.run);
  await vi.advanceTimersByTimeAsync(999);
  expect(second.run).not.toHaveBeenCalled();
  first.end();
  await running;
  expect(second.run).toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  second.end();
  await waiting;
});

it("answers 503 if the queue is full or a task waits too long, and never starts that task", async () => {
  const turn = createLimiter(1, 1, 1_000);
  const [first, second, third] = [task(), task(), task()];
  const running = turn(first.run);
  const late = expect(turn(second.run)).rejects.toMatchObject({ status: 503 });
  await expect(turn(task().run)).rejects.toMatchObject({ status: 503 });
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  const next = turn(third.run);
  first.end();
  await running;
  third.end();
  await next;
  expect(second.run).not.toHaveBeenCalled();
  expect(third.run).toHaveBeenCalled();
});
