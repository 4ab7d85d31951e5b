import type { Route } from "@/lib/contract/route";
import { DOCUMENT_TYPES } from "@/lib/contract/uploads.values";
import { PAGE_ID_HEADER } from "@/lib/session";
import { ApiError } from "./api-error";
import { API_BASE, parseData } from "./call";
import { pageId } from "./page-id";
import { sessionToken } from "./session";

type UploadOptions = { onProgress: (fraction: number) => void; signal: AbortSignal };

/**
 * Uploads a file as the body of a call. Uses XMLHttpRequest, because fetch does not report upload progress, and 10 MB
 * are slow on a phone. The file's name is not sent.
 */
export function sendFile<T>(route: Route, file: File, { onProgress, signal }: UploadOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(route.method, API_BASE + route.path);
    request.timeout = route.timeout ?? 60_000;
    const token = sessionToken();
    if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
    const page = pageId();
    if (page) request.setRequestHeader(PAGE_ID_HEADER, page);
    request.setRequestHeader("content-type", MIME_TYPES.includes(file.type) ? file.type : "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onload = () => {
      try {
        resolve(parseData(route, request.status, request.responseText) as T);
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new ApiError("fetch"));
    request.ontimeout = () => reject(new ApiError("timeout"));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

/** The server detects the type from the content. An unsupported type is sent as application/octet-stream. */
const MIME_TYPES: readonly string[] = DOCUMENT_TYPES;
