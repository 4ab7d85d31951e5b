import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** Renders a placeholder with the layout of the editor while a content entry loads. */
export function ContentEntrySkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mb-2 h-5 w-56" />
      <Skeleton className="mb-6 h-8 w-96 max-w-full" />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Card className="space-y-4 p-5">
          <Skeleton className="h-10" />
          <Skeleton className="h-64" />
          <Skeleton className="h-40" />
        </Card>
        <Card className="p-5">
          <Skeleton className="h-[32rem]" />
        </Card>
      </div>
    </div>
  );
}
