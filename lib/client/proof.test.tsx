import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "./api";
import { registerProofDialog } from "./proof";

const refusal = () =>
  Response.json({ status: 403, code: "PROOF_NEEDED", message: "This takes a proof." }, { status: 403 });
const done = () => Response.json({ status: 200, message: "", data: { token: "t" } });

/** The API, which refuses so many times; the keys under which calls came. */
function stubApi(refusals: number) {
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Headers }) => {
    keys.push(headers.get("idempotency-key"));
    return keys.length <= refusals ? refusal() : done();
  });
  return keys;
}
const exportUsers = (key?: string) => api.user.export({}, { context: { idempotencyKey: key } });

let unregister = () => {};
afterEach(() => {
  unregister();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a call that takes a proof of identity", () => {
  it("is sent again with the same key once the admin has given one", async () => {
    const keys = stubApi(1);
    unregister = registerProofDialog(async () => true);
    expect(await exportUsers("the-same-key")).toEqual({ token: "t" });
    expect(keys).toEqual(["the-same-key", "the-same-key"]);
  });

  it("fails with the words of the API when the admin closes the dialog, or the page has none", async () => {
    stubApi(2);
    unregister = registerProofDialog(async () => false);
    await expect(exportUsers()).rejects.toThrow("This takes a proof.");
    unregister();
    await expect(exportUsers()).rejects.toThrow("This takes a proof.");
  });

  it("opens a dialog again on the next page where the session ended with the dialog open", async () => {
    stubApi(1);
    unregister = registerProofDialog(() => new Promise(() => {}));
    void exportUsers().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 5));
    unregister();
    stubApi(1);
    unregister = registerProofDialog(async () => true);
    expect(await exportUsers()).toEqual({ token: "t" });
  });

  it("shares one dialog with others at the same time", async () => {
    stubApi(3);
    const opened = vi.fn(() => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 20)));
    unregister = registerProofDialog(opened);
    await Promise.all([exportUsers(), exportUsers(), exportUsers()]);
    expect(opened).toHaveBeenCalledTimes(1);
  });
});

it("marks requests as unattended after five minutes without a key or a press, until the next one", async () => {
  const marks: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Headers }) => {
    marks.push(headers.get("x-unattended"));
    return done();
  });
  vi.useFakeTimers({ toFake: ["Date"] });
  const press = () => window.dispatchEvent(new Event("keydown"));
  press();
  await exportUsers();
  vi.setSystemTime(Date.now() + 5 * 60_000 + 1);
  await exportUsers();
  press();
  await exportUsers();
  expect(marks).toEqual([null, "1", null]);
});
