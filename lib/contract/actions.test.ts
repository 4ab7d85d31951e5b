import { expect, it } from "vitest";
import { ACTIONS, actionWords, OTHER_ACTIONS } from "./actions";
import type { Route } from "./route";
import { routes } from "./routes";

const calls = Object.entries(routes).flatMap(([group, own]) =>
  Object.entries(own as Record<string, Route>).map(([name, route]) => ({ action: `${group}.${name}`, route })),
);

it("says of every call that writes what somebody did who made it", () => {
  const silent = calls.filter(({ route }) => route.method !== "GET" && !route.reads && !route.done);
  expect(silent.map(({ action }) => action)).toEqual([]);
});

it("says it in the past, with a capital and without a full stop", () => {
  const said = [...calls.flatMap(({ route }) => route.done ?? []), ...Object.values(OTHER_ACTIONS)];
  expect(said.filter((words) => !/^[A-Z][^.]*[^.]$/.test(words))).toEqual([]);
  expect(said.length).toBeGreaterThan(200);
});

it("never has two sentences for one action", () => {
  const called = new Set(calls.map(({ action }) => action));
  expect(Object.keys(OTHER_ACTIONS).filter((action) => called.has(action))).toEqual([]);
});

it("has no action's name as text for people", () => {
  expect(ACTIONS.filter(({ label }) => /^\w+\.\w+$|^Another action$/.test(label))).toEqual([]);
  expect(actionWords("some.day")).toBe("Another action");
});

it("tells the pictures of two modules apart in the list of actions", () => {
  const labels = ACTIONS.filter(({ value }) => value.endsWith(".upload")).map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
});
