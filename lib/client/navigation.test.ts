import { expect, test } from "vitest";
import type { FeatureAccess } from "@/lib/contract/access";
import { isActive, permittedModules } from "./navigation";

const right = (name: string, read: boolean): FeatureAccess => ({
  name,
  access: { read, create: true, update: true, delete: true, approve: true, export: true },
});
const names = (rights: FeatureAccess[]) => permittedModules(rights).map(({ name }) => name);

test("home is always there; other entries need a feature of their name with read access, in any case", () => {
  expect(names([])).toEqual(["Dashboard"]);
  expect(names([right("kyc MANAGEMENT", true)])).toEqual(["Dashboard", "KYC Management"]);
  expect(names([right("KYC Management", false)])).toEqual(["Dashboard"]);
  expect(names([right("KYC", true)])).toEqual(["Dashboard"]);
});

test("the order is the sidebar's, not that of the rights", () =>
  expect(names([right("System Logs", true), right("KYC Management", true)])).toEqual([
    "Dashboard",
    "KYC Management",
    "System Logs",
  ]));

test("an entry is active when a part of the path is one of its slugs; home only at its own address", () => {
  const kyc = { url: "/dashboard/kyc-management", slugs: ["kyc-management"] };
  const home = { url: "/dashboard", slugs: ["dashboard"] };
  expect(isActive(kyc, "/dashboard/kyc-management/42")).toBe(true);
  expect(isActive(kyc, "/dashboard/kyc-management-x")).toBe(false);
  expect(isActive(home, "/dashboard")).toBe(true);
  expect(isActive(home, "/dashboard/")).toBe(true);
  expect(isActive(home, "/dashboard/kyc-management")).toBe(false);
});
