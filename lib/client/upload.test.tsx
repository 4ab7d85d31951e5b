import { afterEach, expect, it, vi } from "vitest";
import { sendFile } from "./upload";

const sentRequests: Request[] = [];
/** A request that never gets a response. */
class Request {
  upload = {};
  onabort = () => {};
  open = () => {};
  setRequestHeader = () => {};
  send = () => sentRequests.push(this);
  abort = () => this.onabort();
}

afterEach(() => {
  vi.unstubAllGlobals();
  sentRequests.length = 0;
});

const upload = (signal: AbortSignal) => {
  vi.stubGlobal("XMLHttpRequest", Request);
  const route = { method: "POST", path: "/kyc/documents", policy: "signed-in" } as const;
  return sendFile(route, new File(["x"], "photo"), { onProgress: () => {}, signal });
};

it("sends nothing if the signal is aborted before the start", async () => {
  await expect(upload(AbortSignal.abort("left"))).rejects.toBe("left");
  expect(sentRequests).toEqual([]);
});

it("rejects with the reason if the signal aborts during the upload", async () => {
  const leaving = new AbortController();
  const uploading = upload(leaving.signal);
  expect(sentRequests).toHaveLength(1);
  leaving.abort("left");
  await expect(uploading).rejects.toBe("left");
});
