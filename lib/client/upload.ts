import type { Route } from "@/lib/contract/route";
import { ApiError } from "./api-error";
import { BASE, dataOf } from "./call";
import { sessionToken } from "./session";

type Options = { onProgress: (share: number) => void; signal: AbortSignal };

/**
 * Sends a file as the body of a call. Beside `api` and by XMLHttpRequest, because fetch does not tell how much has left,
 * and 10 MB over a phone's line take a while. The file's name stays here: the server has no use for it.
 */
export function sendFile<T>(route: Route, file: File, { onProgress, signal }: Options): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(route.method, BASE + route.path);
    request.timeout = route.timeout ?? 60_000;
    const token = sessionToken();
    if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", TYPES.includes(file.type) ? file.type : "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onload = () => {
      try {
        resolve(dataOf(route, request.status, request.responseText) as T);
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

/** What it is, the server reads off the content; a type that it would not even read is not worth sending. */
const TYPES = ["image/jpeg", "image/png", "image/webp", "application/pdf"];
