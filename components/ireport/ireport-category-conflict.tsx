import { type Facts, WhatChanged } from "@/components/common/form/current-version";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { titleCase } from "@/lib/format";
import { hoursWords } from "./ireport-category-words";

const yesNo = (is: boolean) => (is ? "Yes" : "No");

type ConflictProps = { base: IreportCategory; newer: IreportCategory; all: readonly IreportCategory[] };

/** What somebody else changed meanwhile. */
export function CategoryConflict({ base, newer, all }: ConflictProps) {
  const nameOf = (id: string | null) =>
    id === null ? "None" : (all.find((each) => each.id === id)?.name ?? "Another");
  const facts: Facts<IreportCategory> = [
    ["Name", ({ name }) => name],
    ["Parent category", ({ parent_id }) => nameOf(parent_id)],
    ["Department", ({ department }) => department?.name ?? "None"],
    ["Whole report", ({ target_hours }) => hoursWords(target_hours)],
    ["To acknowledge", ({ submitted_hours }) => hoursWords(submitted_hours)],
    ["To start work", ({ acknowledged_hours }) => hoursWords(acknowledged_hours)],
    ["To finish work", ({ in_progress_hours }) => hoursWords(in_progress_hours)],
    ["Icon", ({ icon }) => titleCase(icon.replaceAll("-", " "))],
    ["Active", ({ active }) => yesNo(active)],
    ["Private", (category) => yesNo(category.private)],
  ];
  return <WhatChanged facts={facts} base={base} newer={newer} />;
}
