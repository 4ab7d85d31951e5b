import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { contract } from "@/lib/contract/contract";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { MODULES, type Module, QUERY_KEY_GROUPS } from "./modules";

/** The sidebar entries of the specification (section 2). */
const SIDEBAR_NAMES = [
  "Dashboard",
  "KYC Management",
  "User Management",
  "Transactions",
  "System Wallet",
  "iReports",
  "Events",
  "Content Management",
  "Promotions",
  "Grants",
  "System Logs",
  "Roles & Permissions",
  "App Configurations",
];

const modules: readonly Module[] = MODULES;
const moduleValues = <K extends keyof Module>(key: K) => modules.map((module) => module[key]);

/** The paths of all pages below app/, without route groups. */
const pagePaths = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "page.tsx")
  .map((file) => ["", ...path.dirname(file).split(path.sep)].filter((part) => !part.startsWith("(")).join("/"));

describe("list of modules", () => {
  it("the modules are in the order of the specification's sidebar", () => {
    expect(moduleValues("name")).toEqual(SIDEBAR_NAMES.filter((name) => moduleValues("name").includes(name)));
    expect(modules[0]).toMatchObject({ name: "Dashboard", url: "/dashboard" });
  });

  it.each(["slug", "name", "feature", "keyGroup", "url"] as const)("has no duplicate %s", (key) => {
    expect(new Set(moduleValues(key)).size).toBe(modules.length);
  });
});

describe.each(modules)("module $slug", ({ slug, name, feature, keyGroup, url, slugs, subLinks = [] }) => {
  it("the sidebar entry of each module except Home has the name of the module's permission feature", () => {
    expect(feature).toBe(name === SIDEBAR_NAMES[0] ? null : name);
  });

  it("the query keys of each module begin with a data group that the specification lists", () => {
    expect(QUERY_KEY_GROUPS).toContain(keyGroup);
  });

  it.each([
    `lib/contract/${slug}.ts`,
    `lib/contract/${slug}.routes.ts`,
    `lib/queries/${slug}.ts`,
    `lib/server/${slug}.ts`,
    `lib/server/${slug}.test.ts`,
    `components/${slug}`,
    `e2e/${slug}.spec.ts`,
  ])("each module has the file or folder %s", (file) => {
    expect(existsSync(file)).toBe(true);
  });

  it.each([...new Set([url, ...subLinks.map((link) => link.url)])])(
    "the page at %s exists and highlights the sidebar entry of its module",
    (address) => {
      expect(pagePaths).toContain(address);
      expect(address.split("/").some((part) => slugs.includes(part))).toBe(true);
    },
  );

  it("the contract has a group of calls with the name of each module", () => {
    const group = slug.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(Object.keys(routes)).toContain(group);
  });
});

describe("contract", () => {
  it("the contract and the routes have the same groups of calls", () => {
    expect(Object.keys(contract).sort()).toEqual(Object.keys(routes).sort());
  });

  it.each(Object.keys(routes) as (keyof typeof routes)[])(
    "the contract has schemas for each route of %s, with the route's method, path and policy",
    (group) => {
      const declared: Record<string, Route> = routes[group];
      const routesOfContract = Object.entries(contract[group]).map(
        ([
          call,
          {
            "~orpc": { route, meta },
          },
        ]) => [call, { method: route.method, path: route.path, policy: meta.policy }],
      );
      expect(Object.fromEntries(routesOfContract)).toEqual(
        Object.fromEntries(
          Object.entries(declared).map(([call, { method, path, policy }]) => [call, { method, path, policy }]),
        ),
      );
      for (const { policy } of Object.values(declared))
        expect([
          "public",
          "signed-in",
          "app",
          { feature: expect.any(String), flag: expect.any(String) },
        ]).toContainEqual(policy);
    },
  );

  it("the contract has app and public calls below /app and /public only", () => {
    const declared = Object.values(routes).flatMap((group: Record<string, Route>) => Object.values(group));
    for (const { method, path, policy } of declared) {
      expect([path, policy === "app"]).toEqual([path, path.startsWith("/app/")]);
      if (path.startsWith("/public/")) expect([path, method, policy]).toEqual([path, "GET", "public"]);
    }
  });

  it("the contract has no two calls with the same method and path", () => {
    const addresses = Object.values(routes).flatMap((group: Record<string, Route>) =>
      Object.values(group).map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`),
    );
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});
