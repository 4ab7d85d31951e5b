import { expect, test } from "vitest";
import { initialListQueryString, type SavedViewsResponse } from "./saved-views";

const VIEW: SavedViewsResponse["views"][number] = {
  id: "v1",
  list: "kyc",
  name: "Late",
  audience: "mine",
  role: null,
  owner: { id: "a", name: "Ada Obi" },
  is_mine: true,
  may_change: true,
  search: "late=true",
  columns: null,
  version: 1,
};
const listStartWith = (own: Partial<SavedViewsResponse["settings"][number]>, list = "kyc", views = [VIEW]) =>
  initialListQueryString(
    { views, settings: [{ list: "kyc", default_view_id: null, columns: null, last_search: null, ...own }] },
    list,
  );

test("a list opens with its default saved view, else with the filters used last, else with all rows", () => {
  expect(listStartWith({ default_view_id: "v1", last_search: "tier=2" })).toBe("late=true&saved=v1");
  expect(listStartWith({ default_view_id: "v1" }, "kyc", [{ ...VIEW, search: "" }])).toBe("saved=v1");
  expect(listStartWith({ last_search: "tier=2" })).toBe("tier=2");
  expect(listStartWith({ default_view_id: "gone" })).toBe("");
  expect(listStartWith({ default_view_id: "v1" }, "users")).toBe("");
});
