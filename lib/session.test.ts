import { describe, expect, it } from "vitest";
import { safeNextPath } from "./session";

describe("safeNextPath", () => {
  it("safeNextPath keeps dashboard paths with their query", () => {
    expect(safeNextPath("/dashboard")).toBe("/dashboard");
    expect(safeNextPath("/dashboard/kyc-management?state=pending&page=2#x")).toBe(
      "/dashboard/kyc-management?state=pending&page=2#x",
    );
  });

  it.each([
    null,
    "",
    "/",
    "/auth/login",
    "/dashboards",
    "//evil.example",
    "https://evil.example/dashboard",
    "/\\evil.example",
    "/dashboard/../auth/login",
    "/dashboard/..//evil.example",
    "/dashboard\\..\\..\\evil",
    "/dashboard/%2e%2e/auth/login",
    "javascript:alert(1)",
    " /dashboard",
    `/dashboard/${"x".repeat(3_000)}`,
  ])("safeNextPath returns the dashboard's start for %j", (next) => {
    expect(safeNextPath(next)).toBe("/dashboard");
  });
});
