import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder with the layout of an identity request's page. */
export function KycReviewSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mb-2 h-5 w-56" />
      <Skeleton className="mb-5 h-8 w-96 max-w-full" />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(28rem,30rem)]">
        <Card className="p-5">
          <Skeleton className="h-[38rem]" />
        </Card>
        <Card className="space-y-4 p-5">
          <Skeleton className="h-40" />
          <Skeleton className="h-64" />
        </Card>
      </div>
    </div>
  );
}
