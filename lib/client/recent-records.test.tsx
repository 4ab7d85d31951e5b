import Cookies from "js-cookie";
import { beforeEach, expect, it, vi } from "vitest";
import { SESSION_COOKIE } from "@/lib/session";
import { addRecentRecord, addRecentRecordOfPage, forgetRecentRecords, recentRecords } from "./recent-records";

const urlOf = (n: number) => `/dashboard/user-management/users/0198a6f2-3c4d-7e5f-8a9b-0c1d2e3f4a${n + 10}`;

beforeEach(forgetRecentRecords);

it("keeps the last eight opened records, latest first, and each once", () => {
  for (let n = 0; n < 10; n++) addRecentRecordOfPage(urlOf(n), `User ${n}`);
  addRecentRecordOfPage(urlOf(5), "User 5, renamed");
  expect(recentRecords().map(({ title }) => title)).toEqual([
    "User 5, renamed",
    ...[9, 8, 7, 6, 4, 3, 2].map((n) => `User ${n}`),
  ]);
});

it("keeps a recent record's detail, which the search has stored, when the record's page is opened", () => {
  addRecentRecord({ url: urlOf(1), title: "Ada Obi", detail: "KYC-000001 · Pending" });
  addRecentRecordOfPage(urlOf(1), "Ada Obi");
  expect(recentRecords()).toEqual([{ url: urlOf(1), title: "Ada Obi", detail: "KYC-000001 · Pending" }]);
});

it.each(["/dashboard", "/dashboard/kyc-management/new", `${urlOf(1)}/check-in`])(
  "ignores %s, which is no record",
  (path) => {
    addRecentRecordOfPage(path, "A page");
    expect(recentRecords()).toEqual([]);
  },
);

it.each(["[", "{}", '[{"url":1}]', "null"])("has no records if the storage contains %s", (stored) => {
  sessionStorage.setItem("recent-records", stored);
  expect(recentRecords()).toEqual([]);
});

it.each(["logOut", "handleSessionEnd"] as const)("forgets all records at %s", async (end) => {
  vi.resetModules();
  const session = await import("./session");
  vi.spyOn(window.location, "assign").mockImplementation(() => {});
  addRecentRecordOfPage(urlOf(1), "Ada Obi");
  session[end]();
  expect(sessionStorage.getItem("recent-records")).toBeNull();
  vi.restoreAllMocks();
});

it("deletes the recent records of an expired session when an admin signs in in the same tab", async () => {
  const { startSession } = await import("./session");
  addRecentRecordOfPage(urlOf(1), "Ada Obi");
  startSession("token");
  expect(sessionStorage.getItem("recent-records")).toBeNull();
  Cookies.remove(SESSION_COOKIE, { path: "/" });
});
