import { expect, it } from "vitest";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { IREPORT_LIST } from "@/lib/contract/ireport.values";

const parseSearch = (search: string) => toApiInput(parseListParams(IREPORT_LIST, new URLSearchParams(search)));
const makeId = (digit: number) => `0193b000-0000-7000-8000-${String(digit).padStart(12, "0")}`;

it("the report list's URL accepts a map point, and only distances that the API accepts", () => {
  expect(parseSearch("near=4.9757,8.3417&within=5")).toMatchObject({ near: "4.9757,8.3417", within: "5" });
  expect(parseSearch("near=Calabar&within=3")).toEqual({ page: 0, size: 20 });
  expect(parseSearch("near=4.97,8.34;drop")).toEqual({ page: 0, size: 20 });
});

it("the report list's URL accepts at most as many category ids as the API", () => {
  const ids = Array.from({ length: 22 }, (_, index) => makeId(index));
  expect(parseSearch(`category=${makeId(1)},roads,${makeId(2)}`)).toMatchObject({
    category: `${makeId(1)},${makeId(2)}`,
  });
  expect(parseSearch(`category=${ids.join(",")}`)).toMatchObject({ category: ids.slice(0, 20).join(",") });
});
