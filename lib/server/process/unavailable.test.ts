import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setDatabaseFault } from "@/lib/server/db/availability";
import { database } from "@/lib/server/db/client";
import { rewriteToUnavailable, unavailableResponse } from "./unavailable";

beforeEach(() => setDatabaseFault("The database is away."));
afterEach(() => setDatabaseFault(undefined));

/** Returns the URL to which `rewriteToUnavailable` rewrites a request. */
function handledUrl(url: string) {
  const request = { url } as IncomingMessage;
  rewriteToUnavailable(request);
  return request.url;
}

describe("while the database is away", () => {
  it.each(["/api/v1/kyc?page=0", "/api/cron/minute", "/api/webhooks/simulated", "/api/v1/docs"])(
    "rewriteToUnavailable rewrites %s to the JSON error route while the database is not ready",
    (url) => {
      expect(handledUrl(url)).toBe("/api/unavailable");
    },
  );

  it.each(["/", "/auth", "/auth/login?next=%2F", "/dashboard", "/dashboard/kyc-management/1"])(
    "rewriteToUnavailable rewrites %s to the HTML error route while the database is not ready",
    (url) => {
      expect(handledUrl(url)).toBe("/api/unavailable?page");
    },
  );

  it.each(["/api/health", "/api/health/live", "/icon.svg", "/_next/static/x.js", "/authors"])(
    "rewriteToUnavailable leaves %s unchanged while the database is not ready",
    (url) => {
      expect(handledUrl(url)).toBe(url);
    },
  );

  it("database() throws an error that becomes a 503 while the database is not ready", () => {
    expect(() => database()).toThrow(expect.objectContaining({ code: "08001", message: "The database is away." }));
  });
});

it("rewriteToUnavailable leaves requests unchanged once the database is ready", () => {
  setDatabaseFault(undefined);
  expect(handledUrl("/dashboard")).toBe("/dashboard");
});

it("unavailableResponse returns 503 with Retry-After: JSON with the error for the API, HTML for pages", async () => {
  const [call, page] = ["", "?page"].map((query) =>
    unavailableResponse(new Request(`http://test/api/unavailable${query}`)),
  );
  for (const answer of [call, page]) {
    expect(answer?.status).toBe(503);
    expect(answer?.headers.get("retry-after")).toBe("5");
    expect(answer?.headers.get("cache-control")).toBe("no-store");
  }
  expect(await call?.json()).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE", retry_after: 5 });
  expect(page?.headers.get("content-type")).toContain("text/html");
});
