import { expect, it } from "vitest";
import { contract } from "./contract";
import type { Route } from "./route";
import { routes } from "./routes";

const groups: Record<string, Record<string, Route>> = routes;

it("routes declare `nullable` for exactly the calls whose output may be null, because the client refuses other empty responses", () => {
  const calls = Object.entries(contract).flatMap(([group, declared]) =>
    Object.entries(declared).map(([name, { "~orpc": call }]) => {
      const isNullable = call.outputSchema?.["~standard"].validate(null);
      if (isNullable instanceof Promise) throw new Error("An answer's shape is read at once.");
      return {
        call: `${group}.${name}`,
        isNullable: isNullable !== undefined && !isNullable.issues,
        ...groups[group]?.[name],
      };
    }),
  );
  expect(calls.filter((each) => !each.file && each.isNullable !== (each.nullable === true))).toEqual([]);
  expect(calls.filter(({ nullable }) => nullable).map(({ call }) => call)).toEqual(["push.config"]);
});
