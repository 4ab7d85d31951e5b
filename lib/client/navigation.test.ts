import { expect, test } from "vitest";
import type { FeatureAccess } from "@/lib/contract/access";
import { isActive, isPathPermitted, moduleOf, permittedModules } from "./navigation";

const readRight = (name: string, canRead: boolean): FeatureAccess => ({
  name,
  access: { read: canRead, create: true, update: true, delete: true, approve: true, export: true },
});
const names = (rights: FeatureAccess[]) => permittedModules(rights).map(({ name }) => name);

test("includes home always, and other entries with read access to the feature of the same name, ignoring case", () => {
  expect(names([])).toEqual(["Dashboard"]);
  expect(names([readRight("kyc MANAGEMENT", true)])).toEqual(["Dashboard", "KYC Management"]);
  expect(names([readRight("KYC Management", false)])).toEqual(["Dashboard"]);
  expect(names([readRight("KYC", true)])).toEqual(["Dashboard"]);
});

test("has the order of the sidebar", () =>
  expect(names([readRight("System Logs", true), readRight("KYC Management", true)])).toEqual([
    "Dashboard",
    "KYC Management",
    "System Logs",
  ]));

test("marks an entry active if a path segment is one of its slugs, and home only at its own URL", () => {
  const kyc = { url: "/dashboard/kyc-management", slugs: ["kyc-management"] };
  const homeModule = { url: "/dashboard", slugs: ["dashboard"] };
  expect(isActive(kyc, "/dashboard/kyc-management/42")).toBe(true);
  expect(isActive(kyc, "/dashboard/kyc-management-x")).toBe(false);
  expect(isActive(homeModule, "/dashboard")).toBe(true);
  expect(isActive(homeModule, "/dashboard/")).toBe(true);
  expect(isActive(homeModule, "/dashboard/kyc-management")).toBe(false);
});

test("permits a path with read access to its module, and system logs and paths without a module to everybody", () => {
  const kyc = [readRight("KYC Management", true)];
  expect(isPathPermitted("/dashboard/kyc-management/42", kyc)).toBe(true);
  expect(isPathPermitted("/dashboard/wallets", kyc)).toBe(false);
  expect(isPathPermitted("/dashboard/grants/programmes/new", [readRight("Grants", false)])).toBe(false);
  for (const path of ["/dashboard", "/dashboard/approvals", "/dashboard/system-logs/audit-trails"])
    expect(isPathPermitted(path, [])).toBe(true);
});

test("finds the module by the second path segment only", () => {
  expect(moduleOf("/dashboard/grants/programmes/new")?.slug).toBe("grant");
  expect(moduleOf("/dashboard/wallets/promotions")?.slug).toBe("system-wallet");
  expect(moduleOf("/dashboard")).toBeUndefined();
  expect(moduleOf("/dashboard/approvals")).toBeUndefined();
});
