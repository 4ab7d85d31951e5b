import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import Cookies from "js-cookie";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SESSION_COOKIE } from "@/lib/session";
import { ApiReference } from "./api-reference";

const CALLS = [
  { name: "kyc.decide", method: "PATCH", path: "/kyc/{kycId}/decision", group: "KYC", summary: "Decide a request" },
  { name: "users.list", method: "GET", path: "/users", group: "Users", summary: "List users" },
  { name: "ireport.file", method: "POST", path: "/app/reports", group: "Citizen app", summary: "File a report" },
];
const openApiResponses = (schema: object) => ({
  200: { description: "OK", content: { "application/json": { schema } } },
  400: {
    description: "Refused",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
  },
});
const DOCUMENT = {
  openapi: "3.1.1",
  info: { title: "API", version: "1" },
  paths: {
    "/kyc/{kycId}/decision": {
      patch: {
        operationId: "kyc.decide",
        description: "Needs the right.",
        security: [{ session: [] }],
        parameters: [{ name: "kycId", in: "path", required: true, schema: { type: "string" } }],
        requestBody: {
          content: {
            "application/json": {
              schema: { type: "object", required: ["version"], properties: { version: { type: "integer" } } },
            },
          },
        },
        responses: openApiResponses({ type: "object" }),
      },
    },
    "/users": {
      get: {
        operationId: "users.list",
        description: "Needs a session.",
        security: [{ session: [] }],
        responses: openApiResponses({ type: "object" }),
      },
    },
    "/app/reports": {
      post: {
        operationId: "ireport.file",
        description: "Needs a key.",
        security: [{ appKey: [] }],
        parameters: [{ name: "Idempotency-Key", in: "header", required: true, schema: { type: "string" } }],
        responses: openApiResponses({ type: "object" }),
      },
    },
  },
  components: {
    schemas: { Refusal: { type: "object", properties: { of_a_refusal: { type: "string" } } } },
    securitySchemes: { session: { type: "http", scheme: "bearer" }, appKey: { type: "http", scheme: "bearer" } },
  },
};

const sentRequests: Request[] = [];
/** Stubbed responses to the next requests for the API document. Once all are used, the stub returns the real document. */
const documentAnswers: Response[] = [];
beforeEach(() => {
  sentRequests.length = 0;
  vi.stubGlobal("fetch", async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(
      new URL(String(input instanceof Request ? input.url : input), window.location.href),
      init,
    );
    if (request.url.endsWith("/openapi.json")) return documentAnswers.shift() ?? Response.json(DOCUMENT);
    sentRequests.push(request);
    const body = JSON.stringify({ status: 200, message: "OK", data: { answered: true } });
    return new Response(body, { headers: { "content-type": "application/json" } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Cookies.remove(SESSION_COOKIE);
  window.location.hash = "";
});

async function openReference(name?: string) {
  render(
    <ApiReference calls={CALLS} guide={[{ title: "The API", sections: [{ id: "errors", title: "Errors" }] }]}>
      <h2 id="errors">Errors of every call</h2>
    </ApiReference>,
  );
  if (name) await act(async () => goToHash(name));
}
function goToHash(name: string) {
  window.location.hash = name;
  window.dispatchEvent(new Event("hashchange"));
}

/** Opens the API call with this description and clicks Swagger UI's Execute button. */
async function executeCall(description: string) {
  await screen.findByText(description);
  fireEvent.click(screen.getByRole("button", { name: "Execute" }));
}

describe("the API reference", () => {
  // Must be the first test: the API document loads only once, so in later tests it is already loaded.
  it("the API reference offers a retry if the API document failed to load or can't be parsed", async () => {
    const failures = [
      Response.json({}, { status: 500 }),
      new Response("<html>"),
      Response.json({}),
      Response.json(null),
    ];
    documentAnswers.push(...failures);
    await openReference("kyc.decide");
    for (const _ of failures) fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Needs the right.")).toBeTruthy();
  });

  it("finds API calls by words of their path, name or summary", async () => {
    await openReference();
    expect(screen.getByRole("status").textContent).toBe("3 calls");
    fireEvent.change(screen.getByRole("searchbox", { name: "Search calls" }), { target: { value: "decision KYC" } });
    expect(screen.getByRole("status").textContent).toBe("1 call");
    expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Decide a requestPATCH /kyc/{kycId}/decision",
      "Errors",
    ]);
  });

  it("replaces the API guide with the selected API call, one call at a time", async () => {
    await openReference("kyc.decide");
    expect(screen.queryByText("Errors of every call")).toBeNull();
    await screen.findByText("Needs the right.");
    expect(within(screen.getByRole("region", { name: "Sample in curl" })).getByText(/-X PATCH/)).toBeTruthy();
    expect(within(screen.getByRole("region", { name: "Sample in TypeScript" })).getByText(/await fetch/)).toBeTruthy();
    await act(async () => goToHash("users.list"));
    await waitFor(() => expect(screen.queryByText("Needs the right.")).toBeNull());
    expect(screen.getByRole("heading", { name: "List users" })).toBeTruthy();
    await act(async () => goToHash("errors"));
    expect(screen.getByText("Errors of every call")).toBeTruthy();
  });

  it("labels an API call's request body, and shows the schema that its response references", async () => {
    await openReference("kyc.decide");
    await screen.findByText("Needs the right.");
    await waitFor(() => expect(document.body.textContent).toContain("of_a_refusal"));
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Body" }).value).toContain('"version"');
  });

  it("sends an API call with the admin's session and shows its response", async () => {
    Cookies.set(SESSION_COOKIE, "of-the-session");
    await openReference("users.list");
    await executeCall("Needs a session.");
    await waitFor(() => expect(document.body.textContent).toContain("answered"));
    expect(sentRequests.map(({ url }) => url)).toEqual([`${window.location.origin}/api/v1/users`]);
    expect(sentRequests[0]?.headers.get("authorization")).toBe("Bearer of-the-session");
    expect(document.body.textContent).not.toContain("of-the-session");
  });

  it("sends a citizen app's API call without the admin's session, and with an idempotency key", async () => {
    Cookies.set(SESSION_COOKIE, "of-the-session");
    await openReference("ireport.file");
    await executeCall("Needs a key.");
    await waitFor(() => expect(sentRequests).toHaveLength(1));
    expect(sentRequests[0]?.headers.get("authorization")).toBeNull();
    expect(sentRequests[0]?.headers.get("idempotency-key")).toMatch(/^[\w-]{8,}$/);
  });

  it("sends an API call with the typed token, even if the token was typed before this call was opened", async () => {
    Cookies.set(SESSION_COOKIE, "of-the-session");
    await openReference("users.list");
    fireEvent.change(await screen.findByLabelText("Token or key"), { target: { value: " typed-in " } });
    await act(async () => goToHash("ireport.file"));
    await executeCall("Needs a key.");
    await waitFor(() => expect(sentRequests).toHaveLength(1));
    expect(sentRequests[0]?.headers.get("authorization")).toBe("Bearer typed-in");
    expect(document.body.textContent).not.toContain("typed-in");
    fireEvent.change(screen.getByLabelText("Token or key"), { target: { value: "" } });
  });
});
