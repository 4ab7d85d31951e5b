import { afterEach, expect, it, vi } from "vitest";

import { env } from "@/lib/env";
import { queueAppWrite } from "./concurrency-limit";

afterEach(() => vi.useRealTimers());

it("queueAppWrite runs at most half as many writes of the citizen app as there are database connections, in order of arrival, even after a failed write", async () => {
  const most = Math.floor(env().databasePoolSize / 2);
  const order: number[] = [];
  let now = 0;
  let highest = 0;
  const write = async (n: number) => {
    order.push(n);
    highest = Math.max(highest, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now--;
    if (n % 3 === 0) throw new Error("refused");
    return n;
  };
  for (let round = 0; round < 2; round++) {
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => queueAppWrite(() => write(n))));
    expect(results.map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, (_, n) => (n % 3 === 0 ? "rejected" : "fulfilled")),
    );
  }
  expect([highest, now]).toEqual([most, 0]);
  expect(order.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

it("queueAppWrite rejects a write with 503 after 10 s in the queue, never runs it, and frees its place in the queue", async () => {
  vi.useFakeTimers();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const most = Math.floor(env().databasePoolSize / 2);
  const running = Array.from({ length: most }, () => queueAppWrite(() => ended));
  let ran = 0;
  const late = queueAppWrite(async () => ran++);
  const refused = expect(late).rejects.toMatchObject({ status: 503, data: { retry_after: 5 } });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  end();
  await Promise.all(running);
  expect(ran).toBe(0);
  await queueAppWrite(async () => ran++);
  expect(ran).toBe(1);
});
