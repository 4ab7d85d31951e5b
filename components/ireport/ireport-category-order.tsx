"use client";

import { useMutation } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { orderCategoriesMutation } from "@/lib/queries/ireport-set-up";
import { movedBy } from "./ireport-category-levels";

export type Move = (category: IreportCategory, by: -1 | 1) => void;

/** Moves categories within their level. `said` is what a screen reader hears of the last move. */
export function useCategoryOrder(categories: readonly IreportCategory[] = []) {
  const { mutate } = useMutation(orderCategoriesMutation());
  const [said, setSaid] = useState("");
  const move: Move = ({ id, name, parent_id }, by) => {
    const level = categories.filter((each) => each.parent_id === parent_id).map((each) => each.id);
    const ids = movedBy(level, id, by);
    if (!ids) return;
    setSaid(`${name} is now ${ids.indexOf(id) + 1} of ${ids.length}.`);
    mutate({ parent_id, ids });
  };
  return { move, said };
}

type OrderProps = { category: IreportCategory; isFirst: boolean; isLast: boolean; onMove: Move };

/** At an end of the level a button stays focusable: whoever moves something there keeps the keyboard's place. */
export function CategoryOrder({ category, isFirst, isLast, onMove }: OrderProps) {
  const move = (by: -1 | 1) => {
    if (by === -1 ? !isFirst : !isLast) onMove(category, by);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    move(event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label={`Order of ${category.name}`} onKeyDown={onKeyDown} className="flex gap-1">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Move ${category.name} up`}
        aria-disabled={isFirst}
        onClick={() => move(-1)}
      >
        <ArrowUp aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Move ${category.name} down`}
        aria-disabled={isLast}
        onClick={() => move(1)}
      >
        <ArrowDown aria-hidden="true" />
      </Button>
    </div>
  );
}
