import { describe, expect, it } from "vitest";
import { isPageShownAtUrl, parsePushMessage } from "./message";

const PUSH_FIELDS = { title: "New request", body: "Ada Obi, tier 2", category: "kyc", request_id: "0199-ab_C" };
const pushMessageData = (fields: unknown) => ({ category_data: JSON.stringify(fields) });

describe("parsePushMessage", () => {
  it("parses a KYC push, and returns the path of its identity request", () => {
    expect(parsePushMessage(pushMessageData(PUSH_FIELDS))).toEqual({
      title: "New request",
      body: "Ada Obi, tier 2",
      path: "/dashboard/kyc-management/0199-ab_C",
      tag: "/dashboard/kyc-management/0199-ab_C",
    });
  });

  it("keeps title and body of a push unchanged, whatever they contain", () => {
    const text = '<img src=x onerror=alert(1)> \u202Ereversed 😀 "';
    expect(parsePushMessage(pushMessageData({ ...PUSH_FIELDS, title: text, body: text }))).toMatchObject({
      title: text,
      body: text,
    });
  });

  it.each([undefined, "", "KYC", "kyc ", "transaction", "promotion", ["kyc"], null])(
    "ignores a push of the category %j",
    (category) => {
      expect(parsePushMessage(pushMessageData({ ...PUSH_FIELDS, category }))).toBeNull();
    },
  );

  it.each([
    "",
    "..",
    "../roles-and-permissions",
    "a/b",
    "a\\b",
    "%2e%2e",
    "a?next=x",
    "a#b",
    "a b",
    "a\n",
    "//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "x".repeat(65),
    "é",
    7,
    null,
    undefined,
    ["a"],
    { toString: "a" },
  ])("ignores a KYC push with the request_id %j", (request_id) => {
    expect(parsePushMessage(pushMessageData({ ...PUSH_FIELDS, request_id }))).toBeNull();
  });

  it.each([
    "/dashboard",
    "/dashboard/approvals?q=Ada%20O%27Bi&view=mine",
    "/dashboard/approvals?view=waiting&q=Wait...%20for//it",
    "/dashboard/grants/programmes/0199-ab",
    `/dashboard/approvals?q=${"x".repeat(487)}`,
  ])("parses a push about the page %j", (path) => {
    const notice = { title: "Runs low", body: "₦1 is left.", category: "notice", path };
    expect(parsePushMessage(pushMessageData(notice))).toEqual({
      title: "Runs low",
      body: "₦1 is left.",
      path,
      tag: path,
    });
  });

  it("gives pushes about the same record the same tag, also if their page lists many records", () => {
    const notice = { title: "Waits", body: "New admin", category: "notice", path: "/dashboard/approvals?view=waiting" };
    const tags = ["a", "a", "b"].map((record_id) => parsePushMessage(pushMessageData({ ...notice, record_id }))?.tag);
    expect(tags[0]).toBe(tags[1]);
    expect(tags[0]).not.toBe(tags[2]);
  });

  it.each([
    "",
    "/",
    "/auth/login",
    "//evil.example",
    "/dashboard//evil.example",
    "/dashboard/../auth",
    "/dashboard/%2e%2e/auth",
    "/dashboard/.%2E/auth",
    "/dashboard/./approvals",
    "/dashboards",
    `/dashboard/approvals?q=${"x".repeat(488)}`,
    "https://evil.example",
    "/dashboard\n",
    "/dashboard#x",
    "javascript:alert(1)",
    7,
    null,
    undefined,
  ])("ignores a push about the page %j", (path) => {
    expect(parsePushMessage(pushMessageData({ ...PUSH_FIELDS, category: "notice", path }))).toBeNull();
  });

  it.each([
    ["no title", { ...PUSH_FIELDS, title: undefined }],
    ["a title of spaces", { ...PUSH_FIELDS, title: "  " }],
    ["a title that is no text", { ...PUSH_FIELDS, title: { html: "x" } }],
    ["no body", { ...PUSH_FIELDS, body: undefined }],
    ["a list", [PUSH_FIELDS]],
    ["text", "kyc"],
    ["null", null],
    ["__proto__", JSON.parse('{"__proto__":{"category":"kyc"}}')],
  ])("ignores a push whose category_data is %s", (_title, fields) => {
    expect(parsePushMessage(pushMessageData(fields))).toBeNull();
  });

  it.each([
    undefined,
    null,
    "kyc",
    7,
    [],
    {},
    { category_data: null },
    { category_data: PUSH_FIELDS },
    { category_data: "" },
    { category_data: '{"title":' },
    { category_data: "kyc" },
  ])("ignores a push with the data %j", (pushData) => {
    expect(parsePushMessage(pushData)).toBeNull();
  });
});

describe("isPageShownAtUrl", () => {
  it.each([
    ["/dashboard/kyc-management/1", "/dashboard/kyc-management/1", true],
    ["/dashboard/kyc-management/1?tab=documents#photo", "/dashboard/kyc-management/1", true],
    ["/dashboard/kyc-management/2", "/dashboard/kyc-management/1", false],
    ["/dashboard/approvals?view=mine&q=KYC-1", "/dashboard/approvals?view=mine&q=KYC-1", true],
    ["/dashboard/approvals?view=mine&q=KYC-2", "/dashboard/approvals?view=mine&q=KYC-1", false],
    ["/dashboard/approvals", "/dashboard/approvals?view=mine&q=KYC-1", false],
  ])("returns whether a window at %j shows the page %j of a push: %j", (url, path, expected) => {
    expect(isPageShownAtUrl(`https://office.example${url}`, path)).toBe(expected);
  });
});
