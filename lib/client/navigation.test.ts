import { expect, test } from "vitest";
import type { FeatureAccess } from "@/lib/contract/access";
import { isActiveModule, isPathPermitted, moduleOfPath, permittedModules } from "./navigation";

const readRight = (name: string, canRead: boolean): FeatureAccess => ({
  name,
  access: { read: canRead, create: true, update: true, delete: true, approve: true, export: true },
});
const permittedNames = (rights: FeatureAccess[]) => permittedModules(rights).map(({ name }) => name);

test("permits home always, and other modules with read access to the feature of the same name, ignoring case", () => {
  expect(permittedNames([])).toEqual(["Dashboard"]);
  expect(permittedNames([readRight("kyc MANAGEMENT", true)])).toEqual(["Dashboard", "KYC Management"]);
  expect(permittedNames([readRight("KYC Management", false)])).toEqual(["Dashboard"]);
  expect(permittedNames([readRight("KYC", true)])).toEqual(["Dashboard"]);
});

test("lists permitted modules in the order of the sidebar", () =>
  expect(permittedNames([readRight("System Logs", true), readRight("KYC Management", true)])).toEqual([
    "Dashboard",
    "KYC Management",
    "System Logs",
  ]));

test("marks a sidebar entry active if a path segment is one of its slugs, and Home only at its own URL", () => {
  const kyc = { url: "/dashboard/kyc-management", slugs: ["kyc-management"] };
  const homeModule = { url: "/dashboard", slugs: ["dashboard"] };
  expect(isActiveModule(kyc, "/dashboard/kyc-management/42")).toBe(true);
  expect(isActiveModule(kyc, "/dashboard/kyc-management-x")).toBe(false);
  expect(isActiveModule(homeModule, "/dashboard")).toBe(true);
  expect(isActiveModule(homeModule, "/dashboard/")).toBe(true);
  expect(isActiveModule(homeModule, "/dashboard/kyc-management")).toBe(false);
});

test("the route guard permits a module's paths only with read access to it, but system logs and paths without a module always", () => {
  const kyc = [readRight("KYC Management", true)];
  expect(isPathPermitted("/dashboard/kyc-management/42", kyc)).toBe(true);
  expect(isPathPermitted("/dashboard/wallets", kyc)).toBe(false);
  expect(isPathPermitted("/dashboard/grants/programmes/new", [readRight("Grants", false)])).toBe(false);
  for (const path of ["/dashboard", "/dashboard/approvals", "/dashboard/system-logs/audit-trails"])
    expect(isPathPermitted(path, [])).toBe(true);
});

test("finds the module of a path by its second segment only", () => {
  expect(moduleOfPath("/dashboard/grants/programmes/new")?.slug).toBe("grant");
  expect(moduleOfPath("/dashboard/wallets/promotions")?.slug).toBe("system-wallet");
  expect(moduleOfPath("/dashboard")).toBeUndefined();
  expect(moduleOfPath("/dashboard/approvals")).toBeUndefined();
});
