import { expect, it } from "vitest";
import { APP_CALL_GROUPS, appCallGroupOf, appCallPathPrefixes } from "./app-keys.values";
import type { Route } from "./route";
import { routes } from "./routes";

const allRoutes: Record<string, Record<string, Route>> = routes;
const appRoutes = Object.values(allRoutes)
  .flatMap((group) => Object.values(group))
  .filter(({ policy }) => policy === "app");

it("every call of the citizen app belongs to a group, because app keys are limited by group", () => {
  expect(appRoutes.length).toBeGreaterThan(40);
  expect(appRoutes.filter(({ path }) => appCallGroupOf(path) === null)).toEqual([]);
});

it("every path prefix of a group of app calls matches at least one call, and belongs to only one group", () => {
  const paths = APP_CALL_GROUPS.flatMap(appCallPathPrefixes);
  const unused = paths.filter((begin) => !appRoutes.some(({ path }) => path === begin || path.startsWith(`${begin}/`)));
  expect(unused).toEqual([]);
  expect(new Set(paths).size).toBe(paths.length);
});

it("a path outside the citizen app's API belongs to no group of calls", () => {
  for (const path of ["/users", "/app/unknown", "/public/faq", "/app", ""]) expect(appCallGroupOf(path)).toBeNull();
});
