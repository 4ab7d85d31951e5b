import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder with the layout of a report's page, shown while the report is refetched after Back. */
export function IreportSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mb-2 h-5 w-56" />
      <Skeleton className="mb-2 h-8 w-72" />
      <Skeleton className="mb-6 h-5 w-96 max-w-full" />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]">
        <Card className="p-5">
          <Skeleton className="h-[28rem]" />
        </Card>
        <div className="space-y-5">
          <Card className="p-5">
            <Skeleton className="h-36" />
          </Card>
          <Card className="p-5">
            <Skeleton className="h-64" />
          </Card>
        </div>
      </div>
    </div>
  );
}
