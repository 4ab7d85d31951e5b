import { expect, it } from "vitest";
import { movedBy } from "@/components/common/table/order-buttons";
import { branchesOf } from "./ireport-category-levels";
import { hoursWords, inUseWords } from "./ireport-category-words";

it.each([
  [1, "1 hour"],
  [24, "1 day"],
  [36, "36 hours"],
  [48, "2 days"],
  [49, "2 days 1 hour"],
  [100, "4 days 4 hours"],
  [2_160, "90 days"],
])("formats %d hours as %s", (hours, words) => expect(hoursWords(hours)).toBe(words));

const category = (id: string, parent_id: string | null, use = {}) => ({
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
  ...use,
});

it("describes where a category is in use", () => {
  expect(inUseWords(category("a", null), 0)).toBe("");
  expect(inUseWords(category("a", null, { reports: 1 }), 0)).toBe("1 report");
  expect(inUseWords(category("a", null, { reports: 10_000, templates: 2 }), 3)).toBe(
    "10,000+ reports, 2 templates and 3 categories below it",
  );
});

it("lists every category once, children below their parent", () => {
  const all = [category("b", null), category("a", null), category("b1", "b"), category("x", "gone")];
  const shown = branchesOf(all).map((branch) => [branch.category.id, branch.below.map(({ id }) => id)]);
  expect(shown).toEqual([
    ["b", ["b1"]],
    ["a", []],
    ["x", []],
  ]);
});

it("moves one place within a level, and not beyond its ends", () => {
  const level = ["a", "b", "c"];
  expect(movedBy(level, "b", -1)).toEqual(["b", "a", "c"]);
  expect(movedBy(level, "b", 1)).toEqual(["a", "c", "b"]);
  expect(movedBy(level, "a", -1)).toBeNull();
  expect(movedBy(level, "c", 1)).toBeNull();
  expect(movedBy(level, "gone", 1)).toBeNull();
});
