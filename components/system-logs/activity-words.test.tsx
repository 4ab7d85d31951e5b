import { expect, it } from "vitest";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { ACTION_OPTIONS, actionWords } from "./activity-words";

it.each(["content", "appConfig", "event", "promotion", "grant"] as const)(
  "says of every write of %s what somebody did",
  (group) => {
    const writes = Object.entries(routes[group] as Record<string, Route>).filter(
      ([, { method, reads }]) => method !== "GET" && !reads,
    );
    expect(writes.length).toBeGreaterThan(0);
    // The summary of a call says what it is for, not what was done.
    const unsaid = writes.filter(([name, { summary }]) => actionWords(`${group}.${name}`) === summary);
    expect(unsaid.map(([name]) => name)).toEqual([]);
  },
);

it("tells the pictures of two modules apart in the list of actions", () => {
  const labels = ACTION_OPTIONS.filter(({ value }) => value.endsWith(".upload")).map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
});
