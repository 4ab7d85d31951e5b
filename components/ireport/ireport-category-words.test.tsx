import { expect, it } from "vitest";
import { moveInList } from "@/components/common/table/order-buttons";
import { categoryTreeOf } from "./ireport-category-levels";
import { describeCategoryUsage, formatHours } from "./ireport-category-words";

it.each([
  [1, "1 hour"],
  [24, "1 day"],
  [36, "36 hours"],
  [48, "2 days"],
  [49, "2 days 1 hour"],
  [100, "4 days 4 hours"],
  [2_160, "90 days"],
])("formats %d hours as %s", (hours, words) => expect(formatHours(hours)).toBe(words));

const makeCategory = (id: string, parent_id: string | null, counts = {}) => ({
  id,
  name: id,
  parent_id,
  department: null,
  target_hours: 1,
  submitted_hours: 1,
  acknowledged_hours: 1,
  in_progress_hours: 1,
  icon: "car" as const,
  active: true,
  private: false,
  hidden: false,
  position: 0,
  reports: 0,
  open: 0,
  templates: 0,
  version: 1,
  ...counts,
});

it("describes which reports, templates and subcategories use a category", () => {
  expect(describeCategoryUsage(makeCategory("a", null), 0)).toBe("");
  expect(describeCategoryUsage(makeCategory("a", null, { reports: 1 }), 0)).toBe("1 report");
  expect(describeCategoryUsage(makeCategory("a", null, { reports: 10_000, templates: 2 }), 3)).toBe(
    "10,000+ reports, 2 templates and 3 categories below it",
  );
});

it("the category options list every report category once, with subcategories below their parent", () => {
  const allCategories = [
    makeCategory("b", null),
    makeCategory("a", null),
    makeCategory("b1", "b"),
    makeCategory("x", "gone"),
  ];
  const idsByParent = categoryTreeOf(allCategories).map((branch) => [
    branch.category.id,
    branch.below.map(({ id }) => id),
  ]);
  expect(idsByParent).toEqual([
    ["b", ["b1"]],
    ["a", []],
    ["x", []],
  ]);
});

it("moves a report category by one position within its level, but not beyond the first or last", () => {
  const level = ["a", "b", "c"];
  expect(moveInList(level, "b", -1)).toEqual(["b", "a", "c"]);
  expect(moveInList(level, "b", 1)).toEqual(["a", "c", "b"]);
  expect(moveInList(level, "a", -1)).toBeNull();
  expect(moveInList(level, "c", 1)).toBeNull();
  expect(moveInList(level, "gone", 1)).toBeNull();
});
