import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/client/api-error";
import { ADA, BEN, COUNTS, gateTest, hash, LOST, NOW, OWNER, ticket } from "./testing";

let test: Awaited<ReturnType<typeof gateTest>>;
beforeEach(async () => {
  test = await gateTest();
});
afterEach(() => {
  test.stop();
  vi.restoreAllMocks();
});

it("sends the server the hash instead of the code, and passes on the server's counts", async () => {
  const gate = await test.opened();
  const shown = await gate.scan("7k2m-9xq4-7k2m-9xq4", "Gate 1");
  expect(shown).toMatchObject({
    result: "checked_in",
    holder: "Ada Obi",
    gate: "Gate 2",
    by: "Ofem Ubi",
    offline: false,
  });
  expect(test.sent).toEqual([
    { eventId: "concert", gate: "Gate 1", scans: [expect.objectContaining({ hash: await hash(ADA), let_in: false })] },
  ]);
  expect(test.counted).toHaveBeenCalledWith(COUNTS);
  // The result is also stored for use without network.
  test.networkGone();
  await gate.scan(BEN, "Gate 1");
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({
    result: "already_in",
    at: NOW,
    gate: "Gate 2",
    offline: true,
  });
});

it("without a network decides each scan by the stored list, and queues the check-ins", async () => {
  const gate = await test.opened();
  test.networkGone();
  const first = await gate.scan(ADA, "Gate 1");
  expect(first).toMatchObject({ result: "checked_in", holder: "Ada Obi", type: "Regular", offline: true });
  expect(gate.state()).toMatchObject({ connected: false, waiting: 1 });
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({ result: "already_in", at: first.at, gate: "Gate 1" });
  expect(await gate.scan(BEN, "Gate 1")).toMatchObject({ result: "refunded", holder: "Ben Eyo" });
  expect(await gate.scan("0000000000000000", "Gate 1")).toMatchObject({
    result: "unknown",
    partial: false,
    holder: "",
  });
  expect(await gate.scan("a menu", "Gate 1")).toMatchObject({ result: "not_a_code" });
  // Only the first scan sent a request; later ones do not wait for the missing network.
  expect(test.door.send).toHaveBeenCalledTimes(1);
  expect(await test.store.scans()).toEqual([
    { ...OWNER, id: first.id, gate: "Gate 1", hash: await hash(ADA), let_in: true, scanned_at: first.at },
  ]);
});

it("reports an incomplete list, and admits nobody to an event that is not open", async () => {
  test.door.list.mockImplementation(LOST);
  test.door.send.mockImplementation(LOST);
  const gate = await test.opened({ ready: false });
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({ result: "unknown", partial: true });
  test.isOpen = false;
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({ result: "not_open" });
});

it("treats a server that does not answer within 2.5 s as offline", async () => {
  const gate = await test.opened();
  const timeout = AbortSignal.timeout;
  const limit = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 10));
  test.door.send.mockImplementation(
    (_, signal) => new Promise((_, reject) => signal.addEventListener("abort", reject)),
  );
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({ result: "checked_in", offline: true });
  expect(limit).toHaveBeenCalledWith(2_500);
  // The queued scan has the same id, because the first request may have arrived.
  const [[live] = []] = test.door.send.mock.calls;
  expect((await test.store.scans()).map(({ id }) => id)).toEqual(live?.scans.map(({ id }) => id));
});

it("shows a refusal and admits nobody", async () => {
  const gate = await test.opened();
  test.door.send.mockRejectedValue(new ApiError("http", { status: 403, message: "You may not check tickets in." }));
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({ result: "failed", message: "You may not check tickets in." });
  expect(gate.state()).toMatchObject({ connected: true, waiting: 0 });
});

it("sends queued scans once the network is back, counts conflicts, and empties the queue", async () => {
  const gate = await test.opened();
  test.networkGone();
  await gate.scan(ADA, "Gate 1");
  await gate.sync();
  expect(gate.state()).toMatchObject({ connected: false, waiting: 1 });
  test.networkBack();
  test.result = "already_in";
  await gate.sync();
  expect(gate.state()).toMatchObject({ connected: true, waiting: 0, conflicts: 1 });
  expect(test.sent).toEqual([
    {
      eventId: "concert",
      gate: "Gate 1",
      scans: [expect.objectContaining({ hash: await hash(ADA), let_in: true })],
      sent_at: expect.any(String),
    },
  ]);
  expect(await test.store.scans()).toEqual([]);
  await gate.sync();
  expect(test.sent).toHaveLength(1);
});

it("does not ask the server about a ticket whose check-in is queued, because the server would admit it again", async () => {
  const gate = await test.opened();
  test.networkGone();
  await gate.scan(ADA, "Gate 1");
  test.networkBack();
  test.door.send.mockRejectedValue(new ApiError("http", { status: 401 }));
  await gate.sync();
  // The session has ended; the scan stays queued.
  expect(gate.state()).toMatchObject({ connected: true, waiting: 1 });
  test.door.send.mockClear();
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({ result: "already_in", gate: "Gate 1" });
  expect(test.door.send).not.toHaveBeenCalled();
});

it("counts but does not send scans of another admin, and deletes the other admin's list", async () => {
  await test.store.putPage({ admin: "nkoyo", event: "concert" }, [await ticket(ADA, "Ada Obi")], {
    after: "a",
    whole: true,
    at: Date.now(),
  });
  const scan = { id: "s1", hash: await hash(BEN), scanned_at: NOW, let_in: true, event: "concert", gate: "Gate 3" };
  await test.store.addScan({ ...scan, admin: "nkoyo" });
  await test.store.addScan({ ...scan, id: "s2", admin: "ofem", event: "fair" });
  test.door.send.mockImplementation(LOST);
  const gate = await test.opened({ ready: false });
  await expect.poll(() => gate.state()).toMatchObject({ waiting: 0, waitingElsewhere: 1, waitingOfOthers: 1 });
  expect(await test.store.count({ admin: "nkoyo", event: "concert" })).toBe(0);
  await expect.poll(() => gate.state().connected).toBe(false);
  test.networkBack();
  await gate.sync();
  expect(test.sent.map(({ eventId, scans }) => [eventId, scans.map(({ id }) => id)])).toEqual([["fair", ["s2"]]]);
  expect(gate.state()).toMatchObject({ waitingElsewhere: 0, waitingOfOthers: 1 });
  // No counts are passed on, because they belong to another event.
  expect(test.counted).not.toHaveBeenCalled();
});

it("continues the list after its last stored part, and drops the old code of a transferred ticket", async () => {
  const gate = await test.opened();
  test.listed = [await ticket(BEN, "Ada Obi")];
  test.networkGone();
  await gate.scan("0000000000000000", "Gate 1");
  test.networkBack();
  await gate.sync();
  expect(test.door.list).toHaveBeenLastCalledWith({ eventId: "concert", after: "later" }, expect.anything());
  test.networkGone();
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({ result: "unknown", partial: false });
  expect(await gate.scan(BEN, "Gate 1")).toMatchObject({ result: "checked_in", holder: "Ada Obi" });
});

it("keeps a check-in when an older part of the list arrives later", async () => {
  let answer = () => {};
  test.door.list.mockImplementationOnce(async () => ({ items: test.listed, next: "later", more: true }));
  test.door.list.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ items: test.listed, next: "later", more: false });
      }),
  );
  const gate = await test.opened({ ready: false });
  await expect.poll(() => gate.state().kept).toBe(2);
  await gate.scan(ADA, "Gate 1");
  answer();
  await expect.poll(() => gate.state().whole).toBe(true);
  test.networkGone();
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({ result: "already_in", offline: true });
});

it("restores the ticket list and the queued scans after a page load", async () => {
  const before = await test.opened();
  test.networkGone();
  await before.scan(ADA, "Gate 1");
  test.stop();
  const gate = await test.opened();
  await expect.poll(() => gate.state()).toMatchObject({ kept: 2, waiting: 1, connected: false });
  expect(await gate.scan(ADA, "Gate 1")).toMatchObject({ result: "already_in" });
});
