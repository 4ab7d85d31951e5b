"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { SetUpFrame } from "@/components/common/table/set-up-frame";
import { SetUpTable } from "@/components/common/table/set-up-table";
import { useRecordInAddress } from "@/components/common/table/use-record-in-address";
import { lazyPart } from "@/components/ui/lazy-part";
import { routes } from "@/lib/contract/routes";
import { ireportCategoriesQuery } from "@/lib/queries/ireport";
import { useMay } from "@/lib/queries/rp";
import { branchesOf } from "./ireport-category-levels";
import { useCategoryOrder } from "./ireport-category-order";
import { CATEGORY_HEADS, CategoryRow } from "./ireport-category-row";

const CategoryDialog = lazyPart(() => import("./ireport-category-dialog"), "CategoryDialog");
const ahead = CategoryDialog.preload;

/** What citizens can report, as a tree of two levels in the order in which the app shows it. */
export function CategoryList({ views }: { views: ReactNode }) {
  const query = useQuery(ireportCategoriesQuery());
  const { data } = query;
  const mayCreate = useMay(routes.ireport.createCategory);
  const mayUpdate = useMay(routes.ireport.updateCategory);
  const { entry, open, close } = useRecordInAddress("category");
  const { move, said } = useCategoryOrder(data);
  const chosen = data?.find(({ id }) => id === entry);
  const branches = branchesOf(data ?? []);
  const shared = { onMove: mayUpdate ? move : undefined, onChange: mayUpdate ? open : undefined, onPointed: ahead };
  const endsOf = (index: number, level: readonly unknown[]) => ({
    isFirst: index === 0,
    isLast: index === level.length - 1,
  });
  return (
    <>
      <SetUpFrame
        views={views}
        add={mayCreate ? { label: "New category", onPointed: ahead, onClick: () => open("new") } : undefined}
        query={query}
        empty="Citizens choose a category for each report. Add the first one."
      >
        <SetUpTable label="Categories" heads={CATEGORY_HEADS}>
          {branches.flatMap(({ category, below }, index) => [
            <CategoryRow key={category.id} {...shared} {...endsOf(index, branches)} category={category} />,
            ...below.map((each, place) => (
              <CategoryRow key={each.id} {...shared} {...endsOf(place, below)} category={each} parent={category} />
            )),
          ])}
        </SetUpTable>
      </SetUpFrame>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Suspense>
        {entry === "new" && mayCreate && data && <CategoryDialog all={data} onClose={close} />}
        {chosen && data && mayUpdate && <CategoryDialog key={chosen.id} category={chosen} all={data} onClose={close} />}
      </Suspense>
    </>
  );
}
