import { expect, it } from "vitest";
import { createEventLoopYielder } from "./yield-to-event-loop";

it("a loop of 100 ms that awaits the event loop yielder lets a timer run during the loop", async () => {
  let ran = 0;
  const timer = setInterval(() => ran++, 1);
  const yieldIfDue = createEventLoopYielder();
  const end = performance.now() + 100;
  while (performance.now() < end) await yieldIfDue();
  clearInterval(timer);
  expect(ran).toBeGreaterThan(0);
});

it("the event loop yielder does not yield in a loop that ends within 20 ms", () => {
  expect(createEventLoopYielder()()).toBeUndefined();
});
