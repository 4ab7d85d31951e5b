import { expect, it } from "vitest";
import { collectLogLines } from "@/lib/server/testing/log-lines";
import { logPageError } from "./page-errors";

const lines = collectLogLines();

it("logPageError logs request id, page id and digest of a page's error, but no query", () => {
  const error = Object.assign(new Error("broken"), { digest: "123456" });
  const headers = { "x-request-id": "request-0001", "x-page-id": "page-000001" };
  logPageError(error, { path: "/dashboard/users?q=ada@example.com", headers });
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
    msg: "a page failed",
    digest: "123456",
    requestId: "request-0001",
    pageId: "page-000001",
    path: "/dashboard/users",
    err: { message: "broken" },
  });
});
