import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  createGateTest,
  GATE_COUNTS,
  GATE_TEST_TIME,
  hashTicketCode,
  makeGateTicket,
  REFUNDED_TICKET_CODE,
  rejectWithFetchError,
  TICKET_LIST_KEY,
  VALID_TICKET_CODE,
} from "./testing";

let gateFixture: Awaited<ReturnType<typeof createGateTest>>;
beforeEach(async () => {
  gateFixture = await createGateTest();
});
afterEach(() => {
  gateFixture.stop();
  vi.restoreAllMocks();
});

it("lets the server decide ticket scans, and shows a warning, if the phone's storage is full", async () => {
  gateFixture.store.putPage = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  gateFixture.store.addScan = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  const gate = await gateFixture.opened({ ready: false });
  await expect.poll(() => gate.state().problem).toMatch(/storage is full/);
  expect(gate.state()).toMatchObject({ connected: true, whole: false });
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({ result: "checked_in", offline: false });
});

it("counts the ticket scans that would be lost if the page closes", async () => {
  const gate = await gateFixture.opened();
  gateFixture.networkGone();
  await gate.scan(VALID_TICKET_CODE, "Gate 1");
  // The scan would be lost when the page closes, because the store is in memory.
  expect(gate.state()).toMatchObject({ waiting: 1, unkept: 1 });
  gateFixture.networkBack();
  await gate.sync();
  expect(gate.state()).toMatchObject({ waiting: 0, unkept: 0 });

  gateFixture.store.lasting = true;
  gateFixture.listed = [
    await makeGateTicket(REFUNDED_TICKET_CODE, "Ben Eyo"),
    await makeGateTicket(VALID_TICKET_CODE, "Ada Obi"),
  ];
  await gate.sync();
  gateFixture.networkGone();
  await gate.scan(REFUNDED_TICKET_CODE, "Gate 1");
  expect(gate.state().unkept).toBe(0);
});

it("sends ticket scans left by a closed tab, each of them once", async () => {
  const gate = await gateFixture.opened();
  const scan = {
    ...TICKET_LIST_KEY,
    id: "s1",
    hash: await hashTicketCode(VALID_TICKET_CODE),
    scanned_at: GATE_TEST_TIME,
    let_in: true,
    gate: "Gate 1",
  };
  await gateFixture.store.addScan(scan);
  gateFixture.store.dropScans = () => Promise.reject(new DOMException("broken", "UnknownError"));
  await gate.sync();
  await gate.sync();
  expect(gateFixture.sent.map(({ scans }) => scans.map(({ id }) => id))).toEqual([["s1"]]);
  expect(gate.state().waiting).toBe(0);
});

it("updates the ticket list from the responses to queued scans, and reloads the list when online again", async () => {
  const gate = await gateFixture.opened();
  gateFixture.networkGone();
  await gate.scan(VALID_TICKET_CODE, "Gate 1");
  // Simulates an outdated part of the list that arrives after the check-in.
  await gateFixture.store.putTicket(TICKET_LIST_KEY, await makeGateTicket(VALID_TICKET_CODE, "Ada Obi"));
  gateFixture.networkBack();
  gateFixture.listed = [await makeGateTicket("1".repeat(16), "Eno Etim")];
  await gate.sync();
  expect(gate.state()).toMatchObject({ waiting: 0, kept: 3 });
  gateFixture.networkGone();
  await gate.scan("0".repeat(16), "Gate 1");
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({ result: "already_in", offline: true });
});

it("sends queued scans between two parts of a long ticket list", async () => {
  gateFixture.api.list.mockImplementationOnce(async () => ({ items: gateFixture.listed, next: "later", more: true }));
  const cleanups: (() => void)[] = [];
  gateFixture.api.list.mockImplementation(
    () =>
      new Promise((resolve) => cleanups.push(() => resolve({ items: [], next: "later", more: cleanups.length < 2 }))),
  );
  const gate = await gateFixture.opened({ ready: false });
  await expect.poll(() => cleanups).toHaveLength(1);
  gateFixture.api.send.mockImplementation(rejectWithFetchError);
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({ result: "checked_in", offline: true });
  gateFixture.api.send.mockImplementation(async (input) => ({
    answers: input.scans.map(gateFixture.answerTo),
    counts: GATE_COUNTS,
  }));
  cleanups[0]?.();
  await expect.poll(() => gate.state()).toMatchObject({ waiting: 0, connected: true, whole: false });
});

it("applies an undone check-in from the ticket list even if the phone's clock was set back", async () => {
  const gate = await gateFixture.opened();
  await gate.scan(VALID_TICKET_CODE, "Gate 1");
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now - 3 * 3_600_000);
  gateFixture.networkGone();
  await gate.scan("0".repeat(16), "Gate 1");
  gateFixture.networkBack();
  gateFixture.listed = [await makeGateTicket(VALID_TICKET_CODE, "Ada Obi")];
  await gate.sync();
  gateFixture.networkGone();
  await gate.scan("0".repeat(16), "Gate 1");
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({ result: "checked_in", offline: true });
});
