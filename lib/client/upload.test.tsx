import { afterEach, expect, it, vi } from "vitest";
import { sendFile } from "./upload";

const sentRequests: Request[] = [];
/** HTTP statuses that the stubbed bucket returns, one per request; 0 for no response. */
let bucketStatuses: number[] = [];
/** Stubs XMLHttpRequest. A request to the bucket gets the next status; a request to the API is accepted; others get no response. */
class Request {
  upload = {};
  method = "";
  url = "";
  status = 0;
  responseText = "";
  headers: Record<string, string> = {};
  onabort = () => {};
  onload = () => {};
  onerror = () => {};
  open = (method: string, url: string) => Object.assign(this, { method, url });
  setRequestHeader = (name: string, value: string) => Object.assign(this.headers, { [name]: value });
  send = () => {
    sentRequests.push(this);
    if (this.url.startsWith("https://bucket")) {
      this.status = bucketStatuses.shift() ?? 200;
      queueMicrotask(this.status ? this.onload : this.onerror);
    } else if (this.url.endsWith("/answered")) {
      this.status = 200;
      this.responseText = JSON.stringify({ status: 200, message: "", data: { id: "through-server" } });
      queueMicrotask(this.onload);
    }
  };
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

it("uploads nothing if the signal is aborted before the start", async () => {
  await expect(upload(AbortSignal.abort("left"))).rejects.toBe("left");
  expect(sentRequests).toEqual([]);
});

it("rejects an upload with the signal's reason if the signal aborts during the upload", async () => {
  const leaving = new AbortController();
  const uploading = upload(leaving.signal);
  expect(sentRequests).toHaveLength(1);
  leaving.abort("left");
  await expect(uploading).rejects.toBe("left");
});

/**
 * Uploads a file of 5 MB with a stubbed API.
 * @param begun response of the call that begins an upload, except for the number in its id and URL
 */
async function uploadLarge(begun: { id: string | null; body_limit: number }, statuses: number[] = []) {
  bucketStatuses = statuses;
  const calls: { url: string; body: unknown }[] = [];
  vi.stubGlobal("XMLHttpRequest", Request);
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    calls.push({ url, body: JSON.parse(body) });
    const put = { url: `https://bucket.example/${calls.length}`, headers: { "content-type": "image/jpeg" } };
    const data = url.endsWith("/uploads") ? { ...begun, put: begun.id && put } : { id: "stored" };
    return Response.json({ status: 200, message: "", data });
  });
  const route = { method: "POST", path: "/kyc/answered", policy: "signed-in" } as const;
  const file = new File([new Uint8Array(5_000_000)], "photo.jpg", { type: "image/jpeg" });
  const options = { onProgress: () => {}, signal: new AbortController().signal };
  const answer = await sendFile<{ id: string }>(route, file, options).catch((error: Error) => error.message);
  return { answer, calls, urls: sentRequests.map(({ url }) => url) };
}

const DIRECT = { id: "direct-1", body_limit: 10_000_000 };
const DIRECT_ONLY = { id: "direct-1", body_limit: 4_500_000 };
const REFUSED =
  "The file can't be sent to the file storage. Check your connection and try again. If it happens again, tell support.";

it("uploads a file above 4 MB to the bucket without the session token, and sends the upload's id to the API call", async () => {
  const { answer, calls, urls } = await uploadLarge(DIRECT);
  expect(answer).toEqual({ id: "stored" });
  expect(urls).toEqual(["https://bucket.example/1"]);
  expect(sentRequests[0]).toMatchObject({ method: "PUT", headers: { "content-type": "image/jpeg" } });
  expect(Object.keys(sentRequests[0]?.headers ?? {})).toEqual(["content-type"]);
  expect(calls).toEqual([
    { url: "/api/v1/uploads", body: { path: "/kyc/answered", size: 5_000_000, content_type: "image/jpeg" } },
    { url: "/api/v1/kyc/answered", body: { direct_upload: "direct-1" } },
  ]);
});

it("sends a file above 4 MB as the body of the call if there is no bucket", async () => {
  const { answer, urls } = await uploadLarge({ id: null, body_limit: 10_000_000 });
  expect([answer, urls]).toEqual([{ id: "through-server" }, ["/api/v1/kyc/answered"]]);
});

it("fetches a new upload URL once if the bucket refuses the first", async () => {
  const { answer, urls } = await uploadLarge(DIRECT_ONLY, [403, 200]);
  expect([answer, urls]).toEqual([{ id: "stored" }, ["https://bucket.example/1", "https://bucket.example/2"]]);
  sentRequests.length = 0;
  expect(await uploadLarge(DIRECT_ONLY, [403, 403, 200])).toMatchObject({ answer: REFUSED });
});

it("sends the file through the server if the bucket can't be reached, or explains why if the server can't receive it", async () => {
  for (const status of [0, 503]) {
    sentRequests.length = 0;
    expect((await uploadLarge(DIRECT, [status])).answer).toEqual({ id: "through-server" });
    sentRequests.length = 0;
    const { answer, urls } = await uploadLarge(DIRECT_ONLY, [status]);
    expect([answer, urls]).toEqual([REFUSED, ["https://bucket.example/1"]]);
  }
});
