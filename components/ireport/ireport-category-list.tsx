"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RecordList } from "@/components/common/table/record-list";
import { useMoves } from "@/components/common/table/use-moves";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { routes } from "@/lib/contract/routes";
import { ireportCategoriesQuery } from "@/lib/queries/ireport";
import { orderCategoriesMutation } from "@/lib/queries/ireport-set-up";
import { useMay } from "@/lib/queries/rp";
import { CATEGORY_COLUMNS, rowsOf } from "./ireport-category-columns";

const IreportCategoryDialog = lazyWithPreload(() => import("./ireport-category-dialog"), "IreportCategoryDialog");

/** Lists the categories as a tree of two levels, in the order of the app. */
export function CategoryList({ views }: { views: ReactNode }) {
  const query = useQuery(ireportCategoriesQuery());
  const { mutate } = useMutation(orderCategoriesMutation());
  const all = query.data ?? [];
  const rows = query.data && rowsOf(query.data);
  const moves = useMoves(rows, {
    send: (ids, { parent_id }) => mutate({ parent_id, ids }),
    levelOf: (row) => rows?.filter(({ parent_id }) => parent_id === row.parent_id) ?? [],
  });
  return (
    <RecordList
      label="Categories"
      address="category"
      query={query}
      rows={rows}
      columns={CATEGORY_COLUMNS}
      empty="Citizens choose a category for each report. Add the first one."
      fill={
        useMay(routes.setup.loadStarterSet) && (
          <ButtonLink href="/dashboard?starter=report_categories">Load the starter set</ButtonLink>
        )
      }
      head={views}
      add="New category"
      may={{ create: useMay(routes.ireport.createCategory), update: useMay(routes.ireport.updateCategory) }}
      dialog={(row, close) => (
        <IreportCategoryDialog
          key={row?.id}
          category={all.find(({ id }) => id === row?.id)}
          all={all}
          onClose={close}
        />
      )}
      preload={IreportCategoryDialog.preload}
      moves={moves}
    />
  );
}
