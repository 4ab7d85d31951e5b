"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import { LoadFailed, NothingHere } from "@/components/common/states";
import { useEntry } from "@/components/common/use-entry";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { routes } from "@/lib/contract/routes";
import { ireportCategoriesQuery } from "@/lib/queries/ireport";
import { useMay } from "@/lib/queries/rp";
import { SetUpTable } from "./ireport-categories-table";
import { branchesOf } from "./ireport-category-levels";
import { useCategoryOrder } from "./ireport-category-order";
import { CATEGORY_HEADS, CategoryRow } from "./ireport-category-row";

const loadDialog = () => import("./ireport-category-dialog");
const CategoryDialog = lazy(() => loadDialog().then((module) => ({ default: module.CategoryDialog })));
const ahead = () => void loadDialog();

/** What citizens can report, as a tree of two levels in the order in which the app shows it. */
export function CategoryList() {
  const { data, error, isFetching, refetch } = useQuery(ireportCategoriesQuery());
  const mayCreate = useMay(routes.ireport.createCategory);
  const mayUpdate = useMay(routes.ireport.updateCategory);
  const { entry, open, close } = useEntry("category");
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
      {mayCreate && (
        <div className="mb-3 flex justify-end">
          <Button variant="primary" onPointerEnter={ahead} onFocus={ahead} onClick={() => open("new")}>
            <Plus aria-hidden="true" /> New category
          </Button>
        </div>
      )}
      {!data && (
        <Card>
          {error ? (
            <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
          ) : (
            <Skeleton className="h-96 w-full" />
          )}
        </Card>
      )}
      {data?.length === 0 && (
        <Card>
          <NothingHere>Citizens choose a category for each report. Add the first one.</NothingHere>
        </Card>
      )}
      {branches.length > 0 && (
        <SetUpTable label="Categories" heads={CATEGORY_HEADS}>
          {branches.flatMap(({ category, below }, index) => [
            <CategoryRow key={category.id} {...shared} {...endsOf(index, branches)} category={category} />,
            ...below.map((each, place) => (
              <CategoryRow key={each.id} {...shared} {...endsOf(place, below)} category={each} parent={category} />
            )),
          ])}
        </SetUpTable>
      )}
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
