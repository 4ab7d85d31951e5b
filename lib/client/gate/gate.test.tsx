import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/client/api-error";
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

it("sends the server a ticket code's hash instead of the code, and passes on the server's check-in counts", async () => {
  const gate = await gateFixture.opened();
  const scanResult = await gate.scan("7k2m-9xq4-7k2m-9xq4", "Gate 1");
  expect(scanResult).toMatchObject({
    result: "checked_in",
    holder: "Ada Obi",
    gate: "Gate 2",
    by: "Ofem Ubi",
    offline: false,
  });
  expect(gateFixture.sent).toEqual([
    {
      eventId: "concert",
      gate: "Gate 1",
      scans: [expect.objectContaining({ hash: await hashTicketCode(VALID_TICKET_CODE), let_in: false })],
    },
  ]);
  expect(gateFixture.counted).toHaveBeenCalledWith(GATE_COUNTS);
  // The check-in is also stored on the phone, for scans without network.
  gateFixture.networkGone();
  await gate.scan(REFUNDED_TICKET_CODE, "Gate 1");
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({
    result: "already_in",
    at: GATE_TEST_TIME,
    gate: "Gate 2",
    offline: true,
  });
});

it("decides each scan by the phone's ticket list while offline, and queues the check-ins", async () => {
  const gate = await gateFixture.opened();
  gateFixture.networkGone();
  const firstResult = await gate.scan(VALID_TICKET_CODE, "Gate 1");
  expect(firstResult).toMatchObject({ result: "checked_in", holder: "Ada Obi", type: "Regular", offline: true });
  expect(gate.state()).toMatchObject({ connected: false, waiting: 1 });
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({
    result: "already_in",
    at: firstResult.at,
    gate: "Gate 1",
  });
  expect(await gate.scan(REFUNDED_TICKET_CODE, "Gate 1")).toMatchObject({ result: "refunded", holder: "Ben Eyo" });
  expect(await gate.scan("0000000000000000", "Gate 1")).toMatchObject({
    result: "unknown",
    partial: false,
    holder: "",
  });
  expect(await gate.scan("a menu", "Gate 1")).toMatchObject({ result: "not_a_code" });
  // Only the first scan sent a request. Later scans do not wait for the missing network.
  expect(gateFixture.api.send).toHaveBeenCalledTimes(1);
  expect(await gateFixture.store.scans()).toEqual([
    {
      ...TICKET_LIST_KEY,
      id: firstResult.id,
      gate: "Gate 1",
      hash: await hashTicketCode(VALID_TICKET_CODE),
      let_in: true,
      scanned_at: firstResult.at,
    },
  ]);
});

it("reports an incomplete ticket list, and admits nobody to an event that is not open", async () => {
  gateFixture.api.list.mockImplementation(rejectWithFetchError);
  gateFixture.api.send.mockImplementation(rejectWithFetchError);
  const gate = await gateFixture.opened({ ready: false });
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({ result: "unknown", partial: true });
  gateFixture.isOpen = false;
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({ result: "not_open" });
});

it("decides a ticket scan on the phone if the server does not respond within 2.5 s", async () => {
  const gate = await gateFixture.opened();
  const timeout = AbortSignal.timeout;
  const limit = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 10));
  gateFixture.api.send.mockImplementation(
    (_, signal) => new Promise((_, reject) => signal.addEventListener("abort", reject)),
  );
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({ result: "checked_in", offline: true });
  expect(limit).toHaveBeenCalledWith(2_500);
  // The queued scan keeps its id, because the first request may have reached the server.
  const [[firstSend] = []] = gateFixture.api.send.mock.calls;
  expect((await gateFixture.store.scans()).map(({ id }) => id)).toEqual(firstSend?.scans.map(({ id }) => id));
});

it("shows the server's refusal of a scan, and admits nobody", async () => {
  const gate = await gateFixture.opened();
  gateFixture.api.send.mockRejectedValue(
    new ApiError("http", { status: 403, message: "You may not check tickets in." }),
  );
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({
    result: "failed",
    message: "You may not check tickets in.",
  });
  expect(gate.state()).toMatchObject({ connected: true, waiting: 0 });
});

it("sends queued scans when online again, counts conflicts, and empties the queue", async () => {
  const gate = await gateFixture.opened();
  gateFixture.networkGone();
  await gate.scan(VALID_TICKET_CODE, "Gate 1");
  await gate.sync();
  expect(gate.state()).toMatchObject({ connected: false, waiting: 1 });
  gateFixture.networkBack();
  gateFixture.result = "already_in";
  await gate.sync();
  expect(gate.state()).toMatchObject({ connected: true, waiting: 0, conflicts: 1 });
  expect(gateFixture.sent).toEqual([
    {
      eventId: "concert",
      gate: "Gate 1",
      scans: [expect.objectContaining({ hash: await hashTicketCode(VALID_TICKET_CODE), let_in: true })],
      sent_at: expect.any(String),
    },
  ]);
  expect(await gateFixture.store.scans()).toEqual([]);
  await gate.sync();
  expect(gateFixture.sent).toHaveLength(1);
});

it("does not send a scan for a ticket whose check-in is queued, because the server would admit it again", async () => {
  const gate = await gateFixture.opened();
  gateFixture.networkGone();
  await gate.scan(VALID_TICKET_CODE, "Gate 1");
  gateFixture.networkBack();
  gateFixture.api.send.mockRejectedValue(new ApiError("http", { status: 401 }));
  await gate.sync();
  // The session has ended, and the scan stays queued.
  expect(gate.state()).toMatchObject({ connected: true, waiting: 1 });
  gateFixture.api.send.mockClear();
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({ result: "already_in", gate: "Gate 1" });
  expect(gateFixture.api.send).not.toHaveBeenCalled();
});

it("counts but does not send another admin's queued scans, and deletes that admin's ticket list", async () => {
  await gateFixture.store.putPage(
    { admin: "nkoyo", event: "concert" },
    [await makeGateTicket(VALID_TICKET_CODE, "Ada Obi")],
    {
      after: "a",
      whole: true,
      at: Date.now(),
    },
  );
  const scan = {
    id: "s1",
    hash: await hashTicketCode(REFUNDED_TICKET_CODE),
    scanned_at: GATE_TEST_TIME,
    let_in: true,
    event: "concert",
    gate: "Gate 3",
  };
  await gateFixture.store.addScan({ ...scan, admin: "nkoyo" });
  await gateFixture.store.addScan({ ...scan, id: "s2", admin: "ofem", event: "fair" });
  gateFixture.api.send.mockImplementation(rejectWithFetchError);
  const gate = await gateFixture.opened({ ready: false });
  await expect.poll(() => gate.state()).toMatchObject({ waiting: 0, waitingElsewhere: 1, waitingOfOthers: 1 });
  expect(await gateFixture.store.count({ admin: "nkoyo", event: "concert" })).toBe(0);
  await expect.poll(() => gate.state().connected).toBe(false);
  gateFixture.networkBack();
  await gate.sync();
  expect(gateFixture.sent.map(({ eventId, scans }) => [eventId, scans.map(({ id }) => id)])).toEqual([
    ["fair", ["s2"]],
  ]);
  expect(gate.state()).toMatchObject({ waitingElsewhere: 0, waitingOfOthers: 1 });
  // The gate does not pass on the check-in counts of another event.
  expect(gateFixture.counted).not.toHaveBeenCalled();
});

it("continues loading the ticket list after its last stored part, and removes the old code of a transferred ticket", async () => {
  const gate = await gateFixture.opened();
  gateFixture.listed = [await makeGateTicket(REFUNDED_TICKET_CODE, "Ada Obi")];
  gateFixture.networkGone();
  await gate.scan("0000000000000000", "Gate 1");
  gateFixture.networkBack();
  await gate.sync();
  expect(gateFixture.api.list).toHaveBeenLastCalledWith({ eventId: "concert", after: "later" }, expect.anything());
  gateFixture.networkGone();
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({ result: "unknown", partial: false });
  expect(await gate.scan(REFUNDED_TICKET_CODE, "Gate 1")).toMatchObject({ result: "checked_in", holder: "Ada Obi" });
});

it("keeps a check-in if an older part of the ticket list arrives later", async () => {
  let answer = () => {};
  gateFixture.api.list.mockImplementationOnce(async () => ({ items: gateFixture.listed, next: "later", more: true }));
  gateFixture.api.list.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ items: gateFixture.listed, next: "later", more: false });
      }),
  );
  const gate = await gateFixture.opened({ ready: false });
  await expect.poll(() => gate.state().kept).toBe(2);
  await gate.scan(VALID_TICKET_CODE, "Gate 1");
  answer();
  await expect.poll(() => gate.state().whole).toBe(true);
  gateFixture.networkGone();
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({ result: "already_in", offline: true });
});

it("restores the ticket list and the queued scans after a page load", async () => {
  const listsBefore = await gateFixture.opened();
  gateFixture.networkGone();
  await listsBefore.scan(VALID_TICKET_CODE, "Gate 1");
  gateFixture.stop();
  const gate = await gateFixture.opened();
  await expect.poll(() => gate.state()).toMatchObject({ kept: 2, waiting: 1, connected: false });
  expect(await gate.scan(VALID_TICKET_CODE, "Gate 1")).toMatchObject({ result: "already_in" });
});
