import { expect, test } from "vitest";
import type { FeatureAccess } from "@/lib/contract/access";
import { isActive, isPermitted, moduleOf, permittedModules } from "./navigation";

const right = (name: string, read: boolean): FeatureAccess => ({
  name,
  access: { read, create: true, update: true, delete: true, approve: true, export: true },
});
const names = (rights: FeatureAccess[]) => permittedModules(rights).map(({ name }) => name);

test("includes home always, and other entries with read access to the feature of the same name, ignoring case", () => {
  expect(names([])).toEqual(["Dashboard"]);
  expect(names([right("kyc MANAGEMENT", true)])).toEqual(["Dashboard", "KYC Management"]);
  expect(names([right("KYC Management", false)])).toEqual(["Dashboard"]);
  expect(names([right("KYC", true)])).toEqual(["Dashboard"]);
});

test("has the order of the sidebar", () =>
  expect(names([right("System Logs", true), right("KYC Management", true)])).toEqual([
    "Dashboard",
    "KYC Management",
    "System Logs",
  ]));

test("marks an entry active if a path segment is one of its slugs, and home only at its own URL", () => {
  const kyc = { url: "/dashboard/kyc-management", slugs: ["kyc-management"] };
  const home = { url: "/dashboard", slugs: ["dashboard"] };
  expect(isActive(kyc, "/dashboard/kyc-management/42")).toBe(true);
  expect(isActive(kyc, "/dashboard/kyc-management-x")).toBe(false);
  expect(isActive(home, "/dashboard")).toBe(true);
  expect(isActive(home, "/dashboard/")).toBe(true);
  expect(isActive(home, "/dashboard/kyc-management")).toBe(false);
});

test("permits a path with read access to its module, and system logs and paths without a module to everybody", () => {
  const kyc = [right("KYC Management", true)];
  expect(isPermitted("/dashboard/kyc-management/42", kyc)).toBe(true);
  expect(isPermitted("/dashboard/wallets", kyc)).toBe(false);
  expect(isPermitted("/dashboard/grants/programmes/new", [right("Grants", false)])).toBe(false);
  for (const path of ["/dashboard", "/dashboard/approvals", "/dashboard/system-logs/audit-trails"])
    expect(isPermitted(path, [])).toBe(true);
});

test("finds the module by the second path segment only", () => {
  expect(moduleOf("/dashboard/grants/programmes/new")?.slug).toBe("grant");
  expect(moduleOf("/dashboard/wallets/promotions")?.slug).toBe("system-wallet");
  expect(moduleOf("/dashboard")).toBeUndefined();
  expect(moduleOf("/dashboard/approvals")).toBeUndefined();
});
