import { afterEach, expect, it, vi } from "vitest";

import { env } from "@/lib/env";
import { inTurn } from "./app-turns";

afterEach(() => vi.useRealTimers());

it("as many writes run as half of the connections, in the order in which they came; one that fails lets the next run", async () => {
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
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => inTurn(() => write(n))));
    expect(results.map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, (_, n) => (n % 3 === 0 ? "rejected" : "fulfilled")),
    );
  }
  expect([highest, now]).toEqual([most, 0]);
  expect(order.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

it("a write whose turn does not come within ten seconds is a 503, never runs and takes no turn", async () => {
  vi.useFakeTimers();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const most = Math.floor(env().databasePoolSize / 2);
  const running = Array.from({ length: most }, () => inTurn(() => ended));
  let ran = 0;
  const late = inTurn(async () => ran++);
  const refused = expect(late).rejects.toMatchObject({ status: 503, data: { retry_after: 5 } });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  end();
  await Promise.all(running);
  expect(ran).toBe(0);
  await inTurn(async () => ran++);
  expect(ran).toBe(1);
});
