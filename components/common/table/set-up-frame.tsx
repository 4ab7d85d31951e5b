import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { LoadFailed, NothingHere } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

type SetUpFrameProps = {
  /** The links to the parts of the set-up. */
  views: ReactNode;
  /** Absent for whoever may add nothing here. `onPointed` fetches the form ahead of the click. */
  add?: { label: string; onPointed: () => void; onClick: () => void };
  query: {
    data?: readonly unknown[];
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Said while there is nothing yet. */
  empty: string;
  /** The table. */
  children: ReactNode;
};

/** A part of the set-up: its head, and the states that it can be in. */
export function SetUpFrame({
  views,
  add,
  query: { data, error, isFetching, refetch },
  empty,
  children,
}: SetUpFrameProps) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        {views}
        {add && (
          <Button variant="primary" onPointerEnter={add.onPointed} onFocus={add.onPointed} onClick={add.onClick}>
            <Plus aria-hidden="true" /> {add.label}
          </Button>
        )}
      </div>
      {data && data.length > 0 ? (
        children
      ) : (
        <Card>
          {data ? (
            <NothingHere>{empty}</NothingHere>
          ) : error ? (
            <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
          ) : (
            <Skeleton className="h-96 w-full" />
          )}
        </Card>
      )}
    </>
  );
}
