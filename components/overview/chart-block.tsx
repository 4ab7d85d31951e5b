"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { LoadFailed } from "@/components/common/states";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import { isApiErrorWithStatus } from "@/lib/client/api-error";
import type { HomeChart } from "@/lib/contract/overview.values";
import { type HomePeriod, homeChartsQuery } from "@/lib/queries/overview";
import { useHasPainted } from "./use-after-paint";

const HomeChartFigure = lazyWithPreload(() => import("./home-chart"), "HomeChartFigure");

const TITLES: Record<HomeChart, { title: string; description: string }> = {
  "chart:payments": { title: "Payments by day", description: "Successful payments by type" },
  "chart:kyc": { title: "KYC requests by day", description: "Received and decided" },
  "chart:ireports": { title: "Reports by day", description: "Opened and closed" },
};

/**
 * Shows one chart of Home. The chart's code and data load after the first paint; until then a placeholder of the same height is
 * shown.
 */
export function HomeChartBlock({ chart, period }: { chart: HomeChart; period: HomePeriod }) {
  const isPainted = useHasPainted();
  const { data, error, isFetching, refetch } = useQuery({ ...homeChartsQuery(period), enabled: isPainted });
  const { title, description } = TITLES[chart];
  const isFailed = data?.failed.includes(chart) ?? false;
  const skeleton = <Skeleton className="h-72 w-full" />;
  return (
    <Card aria-label={title}>
      <CardHeader title={title} description={description} />
      <div className="min-h-77 px-5 pb-5">
        {error && !data && (
          <LoadFailed
            message={error.message}
            busy={isFetching}
            onRetry={isApiErrorWithStatus(error, 400) ? undefined : refetch}
          />
        )}
        {!data && !error && skeleton}
        {isFailed && <LoadFailed message="The chart couldn't be loaded in time." busy={isFetching} onRetry={refetch} />}
        {data && !isFailed && (
          <Suspense fallback={skeleton}>
            <HomeChartFigure chart={chart} charts={data} />
          </Suspense>
        )}
      </div>
    </Card>
  );
}
