import type { Route } from "@/lib/contract/route";
import { DIRECT_UPLOAD_ABOVE_BYTES, DIRECT_UPLOAD_TYPES } from "@/lib/contract/uploads.values";
import type { BegunUpload } from "@/lib/contract/uploads-direct";
import { PAGE_ID_HEADER } from "@/lib/session";
import { api } from "./api";
import { ApiError } from "./api-error";
import { API_BASE, parseResponseData, sendWithIdentityProof } from "./call";
import { pageId } from "./page-id";
import { sessionToken } from "./session";

type UploadOptions = { onProgress: (fraction: number) => void; signal: AbortSignal };

/**
 * Uploads a file for an API call that receives a file. A file above 4 MB goes straight to the bucket, if the server has one
 * (docs/documents.md); the call then gets the id of the upload. The file's name is not sent.
 * @throws ApiError; the signal's reason if it aborts
 */
export function sendFile<T>(route: Route, file: File, options: UploadOptions): Promise<T> {
  return file.size > DIRECT_UPLOAD_ABOVE_BYTES
    ? sendLargeFile(route, file, options)
    : sendToServer(route, file, options);
}

async function sendLargeFile<T>(route: Route, file: File, options: UploadOptions): Promise<T> {
  const id = await sendToBucket(route, file, options);
  if (id === null) return sendToServer(route, file, options);
  return (await sendWithIdentityProof(route, { direct_upload: id }, { signal: options.signal })) as T;
}

/**
 * Uploads a file to the bucket. Fetches a new URL if the bucket refuses the first one, which may have expired.
 * @returns id of the upload; null if the file has to be sent to the server: there is no bucket, or this browser can't use it and the server
 * accepts bodies of this size
 * @throws ApiError if neither is possible
 */
async function sendToBucket(route: Route, file: File, { onProgress, signal }: UploadOptions): Promise<string | null> {
  const input = { path: route.path, size: file.size, content_type: contentTypeOf(file) };
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    const { id, put, body_limit } = await api.uploads.begin(input, { signal });
    if (!id || !put) return null;
    const status = await putFile(put, file, { onProgress, signal, timeout: timeoutOf(route) });
    if (status >= 200 && status < 300) return id;
    if (status === 403 && attempt === 0) continue;
    if (file.size <= body_limit) return null;
    throw new ApiError("fetch", { message: BUCKET_MESSAGE });
  }
}

const BUCKET_MESSAGE =
  "The file can't be sent to the file storage. Check your connection and try again. If it happens again, tell support.";

/** Uploads the file to the bucket. @returns the HTTP status; 0 if the bucket can't be reached or refuses uploads from this page */
async function putFile(
  { url, headers }: NonNullable<BegunUpload["put"]>,
  file: File,
  options: UploadOptions & { timeout: number },
): Promise<number> {
  try {
    return (await send({ method: "PUT", url, headers }, file, options)).status;
  } catch (error) {
    if (error instanceof ApiError) return 0;
    throw error;
  }
}

/** Sends the file to the server, as the body of the API call. */
async function sendToServer<T>(route: Route, file: File, options: UploadOptions): Promise<T> {
  const headers: Record<string, string> = { "content-type": contentTypeOf(file) };
  const token = sessionToken();
  if (token) headers.authorization = `Bearer ${token}`;
  const page = pageId();
  if (page) headers[PAGE_ID_HEADER] = page;
  const target = { method: route.method, url: API_BASE + route.path, headers };
  const { status, text } = await send(target, file, { ...options, timeout: timeoutOf(route) });
  return parseResponseData(route, status, text) as T;
}

const timeoutOf = (route: Route) => route.timeout ?? 60_000;

type Target = { method: string; url: string; headers: Record<string, string> };

/**
 * Sends a file as the body of a request. Uses XMLHttpRequest, because fetch does not report upload progress, and 10 MB are slow on a phone.
 * @throws ApiError without a response
 */
function send(
  { method, url, headers }: Target,
  file: File,
  { onProgress, signal, timeout }: UploadOptions & { timeout: number },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.timeout = timeout;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new ApiError("fetch"));
    request.ontimeout = () => reject(new ApiError("timeout"));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

/** Returns the media type to declare for a file. The server detects the type from the content, so an unsupported type is omitted. */
const contentTypeOf = (file: File): (typeof DIRECT_UPLOAD_TYPES)[number] =>
  DIRECT_UPLOAD_TYPES.find((type) => type === file.type) ?? "application/octet-stream";
