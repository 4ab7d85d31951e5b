import { PageSkeleton } from "@/components/shell/shell-skeleton";

export default function DashboardLoading() {
  return <PageSkeleton />;
}
