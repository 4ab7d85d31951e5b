import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "./api";
import { registerIdentityProofDialog } from "./proof";

const refusalResponse = () =>
  Response.json({ status: 403, code: "PROOF_NEEDED", message: "This needs a proof." }, { status: 403 });
const okResponse = () => Response.json({ status: 200, message: "", data: { token: "t" } });

/** Stubs an API that refuses the first `refusals` calls. @returns the received idempotency keys */
function stubApi(refusals: number) {
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Headers }) => {
    keys.push(headers.get("idempotency-key"));
    return keys.length <= refusals ? refusalResponse() : okResponse();
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

describe("a call that requires a proof of identity", () => {
  it("repeats a refused call with the same idempotency key after the proof of identity", async () => {
    const keys = stubApi(1);
    unregister = registerIdentityProofDialog(async () => true);
    expect(await exportUsers("the-same-key")).toEqual({ token: "t" });
    expect(keys).toEqual(["the-same-key", "the-same-key"]);
  });

  it("a refused call fails with the API's message if the proof dialog is closed or missing", async () => {
    stubApi(2);
    unregister = registerIdentityProofDialog(async () => false);
    await expect(exportUsers()).rejects.toThrow("This needs a proof.");
    unregister();
    await expect(exportUsers()).rejects.toThrow("This needs a proof.");
  });

  it("opens a new proof dialog although the page was left while an earlier proof dialog was open", async () => {
    stubApi(1);
    unregister = registerIdentityProofDialog(() => new Promise(() => {}));
    void exportUsers().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 5));
    unregister();
    stubApi(1);
    unregister = registerIdentityProofDialog(async () => true);
    expect(await exportUsers()).toEqual({ token: "t" });
  });

  it("opens one proof dialog for simultaneous calls", async () => {
    stubApi(3);
    const openDialogMock = vi.fn(() => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 20)));
    unregister = registerIdentityProofDialog(openDialogMock);
    await Promise.all([exportUsers(), exportUsers(), exportUsers()]);
    expect(openDialogMock).toHaveBeenCalledTimes(1);
  });
});

it("marks requests as unattended after five minutes without user input, until the next input", async () => {
  const sentKeys: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Headers }) => {
    sentKeys.push(headers.get("x-unattended"));
    return okResponse();
  });
  vi.useFakeTimers({ toFake: ["Date"] });
  const pressKey = () => window.dispatchEvent(new Event("keydown"));
  pressKey();
  await exportUsers();
  vi.setSystemTime(Date.now() + 5 * 60_000 + 1);
  await exportUsers();
  pressKey();
  await exportUsers();
  expect(sentKeys).toEqual([null, "1", null]);
});
