"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RecordList } from "@/components/common/table/record-list";
import { useReorder } from "@/components/common/table/use-reorder";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { routes } from "@/lib/contract/routes";
import { ireportCategoriesQuery } from "@/lib/queries/ireport";
import { orderIreportCategoriesMutation } from "@/lib/queries/ireport-set-up";
import { useAccess } from "@/lib/queries/rp";
import { CATEGORY_COLUMNS, toCategoryRows } from "./ireport-category-columns";

const IreportCategoryDialog = lazyWithPreload(() => import("./ireport-category-dialog"), "IreportCategoryDialog");

/** Lists the categories as a tree of two levels, in the order in which the citizen app shows them. */
export function IreportCategoryList({ views }: { views: ReactNode }) {
  const query = useQuery(ireportCategoriesQuery());
  const { mutate } = useMutation(orderIreportCategoriesMutation());
  const allCategories = query.data ?? [];
  const rows = query.data && toCategoryRows(query.data);
  const reorder = useReorder(rows, {
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
        useAccess(routes.setup.loadStarterSet) && (
          <ButtonLink href="/dashboard?starter=report_categories">Load the starter set</ButtonLink>
        )
      }
      head={views}
      add="New category"
      may={{ create: useAccess(routes.ireport.createCategory), update: useAccess(routes.ireport.updateCategory) }}
      dialog={(row, close) => (
        <IreportCategoryDialog
          key={row?.id}
          category={allCategories.find(({ id }) => id === row?.id)}
          all={allCategories}
          onClose={close}
        />
      )}
      preload={IreportCategoryDialog.preload}
      moves={reorder}
    />
  );
}
