import { describe, expect, it } from "vitest";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { listInput } from "./common";
import {
  anyOfFilter,
  dayFilter,
  declareList,
  flagFilter,
  idFilter,
  idsFilter,
  omitFilters,
  oneOfFilter,
  oneOfOrIdFilter,
  patternFilter,
  textFilter,
  wholeNumberFilter,
} from "./list.values";
import { nairaFilter } from "./naira-filter.values";

const [ID, OTHER_ID] = ["0198a6f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b", "0198a6f2-3c4d-7e5f-8a9b-0c1d2e3f4a5c"];
const TEST_LIST = declareList({
  sorts: ["name", "at"],
  defaultSort: "-at",
  filters: {
    states: anyOfFilter(["open", "done"]),
    state: oneOfFilter(["open", "done"]),
    owner: oneOfOrIdFilter(["me"]),
    late: flagFilter,
    from: dayFilter,
    min: nairaFilter,
    user: idFilter,
    categories: idsFilter(2),
    text: textFilter(5),
    number: wholeNumberFilter(300),
    code: patternFilter(/^[a-z]{2}$/, "Use two letters."),
  },
});
const listSchema = listInput(TEST_LIST);
const apiInputOf = (search: string) => toApiInput(parseListParams(TEST_LIST, new URLSearchParams(search)));

describe("declareList", () => {
  it.each([
    ["states", "open,done"],
    ["state", "done"],
    ["owner", "me"],
    ["owner", ID],
    ["late", "true"],
    ["from", "2026-11-25"],
    ["min", "5000.50"],
    ["user", ID],
    ["categories", `${ID},${OTHER_ID}`],
    ["text", "abc"],
    ["number", "300"],
    ["code", "en"],
  ])("declareList accepts %s=%s in a page's URL and in the API", (name, value) => {
    expect(apiInputOf(`${name}=${value}`)).toEqual({ page: 0, size: 20, [name]: value });
    const parsed = listSchema.parse({ [name]: value });
    expect(parsed).toEqual({ page: 0, size: 20, [name]: name === "number" ? 300 : value });
  });

  it.each([
    ["states", "gone"],
    ["state", "open,done"],
    ["owner", "you"],
    ["late", "yes"],
    ["from", "2026-02-30"],
    ["min", "-5"],
    ["user", "ada"],
    ["categories", "ada"],
    ["text", "abcdef"],
    ["number", "301"],
    ["number", "0"],
    ["code", "eng"],
  ])("declareList ignores %s=%s in a page's URL, and refuses it in the API", (name, value) => {
    expect(apiInputOf(`${name}=${value}`)).toEqual({ page: 0, size: 20 });
    expect(listSchema.safeParse({ [name]: value }).success).toBe(false);
  });

  it("declareList accepts the same sort, page and search in a page's URL and in the API", () => {
    expect(apiInputOf("sort=-name&size=50&page=3&q=ada")).toEqual({ page: 2, size: 50, sort: "-name", q: "ada" });
    expect(listSchema.parse({ page: "2", size: "50", sort: "-name", q: "ada" })).toEqual({
      ...{ page: 2, size: 50, sort: "-name", q: "ada" },
    });
    for (const wrong of [{ sort: "password" }, { size: 37 }, { page: -1 }, { q: "x".repeat(201) }, { other: "1" }])
      expect(listSchema.safeParse(wrong).success).toBe(false);
  });

  it("a list refuses a filter that `omitFilters` has removed from its declaration", () => {
    const partialList = omitFilters("part", TEST_LIST, "user", "owner");
    expect(parseListParams(partialList, new URLSearchParams(`user=${ID}&state=open`)).filters).toEqual({
      state: "open",
    });
    expect(listInput(partialList).safeParse({ user: ID }).success).toBe(false);
  });
});
