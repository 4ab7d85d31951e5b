import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ADA, BEN, COUNTS, gateTest, hash, LOST, NOW, OWNER, ticket } from "./testing";

let test: Awaited<ReturnType<typeof gateTest>>;
beforeEach(async () => {
  test = await gateTest();
});
afterEach(() => {
  test.stop();
  vi.restoreAllMocks();
});

it("uses the server and shows a warning when the phone's storage is full", async () => {
  test.store.putPage = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  test.store.addScan = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  const gate = await test.opened({ ready: false });
  await expect.poll(() => gate.state().problem).toMatch(/storage is full/);
  expect(gate.state()).toMatchObject({ connected: true, whole: false });
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({ result: "checked_in", offline: false });
});

it("counts the scans that would be lost when the page closes", async () => {
  const gate = await test.opened();
  test.networkGone();
  await gate.scan(ADA, "Gate 1");
  // The scan would be lost with the page, because the store is in memory.
  expect(gate.state()).toMatchObject({ waiting: 1, unkept: 1 });
  test.networkBack();
  await gate.sync();
  expect(gate.state()).toMatchObject({ waiting: 0, unkept: 0 });

  test.store.lasting = true;
  test.listed = [await ticket(BEN, "Ben Eyo"), await ticket(ADA, "Ada Obi")];
  await gate.sync();
  test.networkGone();
  await gate.scan(BEN, "Gate 1");
  expect(gate.state().unkept).toBe(0);
});

it("sends scans left by a closed tab, and sends none twice", async () => {
  const gate = await test.opened();
  const scan = { ...OWNER, id: "s1", hash: await hash(ADA), scanned_at: NOW, let_in: true, gate: "Gate 1" };
  await test.store.addScan(scan);
  test.store.dropScans = () => Promise.reject(new DOMException("broken", "UnknownError"));
  await gate.sync();
  await gate.sync();
  expect(test.sent.map(({ scans }) => scans.map(({ id }) => id))).toEqual([["s1"]]);
  expect(gate.state().waiting).toBe(0);
});

it("updates its list from the responses to queued scans, and reloads the list when the network is back", async () => {
  const gate = await test.opened();
  test.networkGone();
  await gate.scan(ADA, "Gate 1");
  // Simulates an outdated part of the list that arrives late.
  await test.store.putTicket(OWNER, await ticket(ADA, "Ada Obi"));
  test.networkBack();
  test.listed = [await ticket("1".repeat(16), "Eno Etim")];
  await gate.sync();
  expect(gate.state()).toMatchObject({ waiting: 0, kept: 3 });
  test.networkGone();
  await gate.scan("0".repeat(16), "Gate 1");
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({ result: "already_in", offline: true });
});

it("sends queued scans between two parts of a long list", async () => {
  test.door.list.mockImplementationOnce(async () => ({ items: test.listed, next: "later", more: true }));
  const parts: (() => void)[] = [];
  test.door.list.mockImplementation(
    () => new Promise((resolve) => parts.push(() => resolve({ items: [], next: "later", more: parts.length < 2 }))),
  );
  const gate = await test.opened({ ready: false });
  await expect.poll(() => parts).toHaveLength(1);
  test.door.send.mockImplementation(LOST);
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({ result: "checked_in", offline: true });
  test.door.send.mockImplementation(async (input) => ({ answers: input.scans.map(test.answerTo), counts: COUNTS }));
  parts[0]?.();
  await expect.poll(() => gate.state()).toMatchObject({ waiting: 0, connected: true, whole: false });
});

it("applies an undone check-in from the list even if the phone's clock was set back", async () => {
  const gate = await test.opened();
  await gate.scan(ADA, "Gate 1");
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now - 3 * 3_600_000);
  test.networkGone();
  await gate.scan("0".repeat(16), "Gate 1");
  test.networkBack();
  test.listed = [await ticket(ADA, "Ada Obi")];
  await gate.sync();
  test.networkGone();
  await gate.scan("0".repeat(16), "Gate 1");
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({ result: "checked_in", offline: true });
});
