"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { movedBy } from "@/components/common/table/order-buttons";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { orderCategoriesMutation } from "@/lib/queries/ireport-set-up";

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
