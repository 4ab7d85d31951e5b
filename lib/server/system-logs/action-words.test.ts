import { expect, it } from "vitest";
import type { CallMeta } from "@/lib/contract/common";
import { contract } from "@/lib/contract/contract";
import { ACTIONS, actionWords, OTHER_ACTIONS } from "./action-words";

type Call = { "~orpc": { meta: CallMeta; route: { method?: string } } };
const calls = Object.entries(contract).flatMap(([group, own]) =>
  Object.entries<Call>(own).map(([name, { "~orpc": call }]) => ({
    action: `${group}.${name}`,
    route: { ...call.route, ...call.meta },
  })),
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
  expect(ACTIONS.filter(({ words }) => /^\w+\.\w+$|^Another action$/.test(words))).toEqual([]);
  expect(actionWords("some.day")).toBe("Another action");
  expect(actionWords("kyc.list")).toBe("Read: identity requests, oldest first");
});

it("tells the pictures of two modules apart in the list of actions", () => {
  const labels = ACTIONS.filter(({ action }) => action.endsWith(".upload")).map(({ words }) => words);
  expect(new Set(labels).size).toBe(labels.length);
});
