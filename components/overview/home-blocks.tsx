"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { LoadFailed } from "@/components/common/states";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { isApiErrorWithStatus } from "@/lib/client/api-error";
import { HOME_CHARTS, type HomeBlock, type HomeChart } from "@/lib/contract/overview.values";
import { type HomeFigures, type HomePeriod, homeFiguresQuery, homeLayoutQuery } from "@/lib/queries/overview";
import { ChangesSinceLastVisit } from "./changes-since";
import { HomeChartBlock } from "./chart-block";
import { HomePeriodBar } from "./home-period";
import { ModuleFiguresBlock } from "./module-figures";
import { WorkWaitingForMe } from "./waiting-for-me";

const isChartBlock = (block: HomeBlock): block is HomeChart => HOME_CHARTS.some((chart) => chart === block);
const hasPeriod = (block: HomeBlock) => block !== "work" && block !== "changes";

/**
 * Renders the blocks of Home in the admin's order. The control that selects the period is above the first block whose figures it
 * changes.
 */
export function HomeBlocks({ period }: { period: HomePeriod }) {
  const { data: layout, isPending } = useQuery(homeLayoutQuery());
  const { data: figures, error, isFetching, refetch } = useQuery(homeFiguresQuery(period));
  const blocks = layout
    ? layout.blocks.filter(({ hidden }) => !hidden).map(({ block }) => block)
    : unarrangedBlocks(figures);
  const firstWithPeriod = blocks.find(hasPeriod);
  if (isPending) return <Skeleton className="h-96 w-full" />;
  if (blocks.length === 0)
    return <Card className="p-8 text-muted">All blocks are hidden. Choose “Arrange” to show some.</Card>;
  return (
    <div className="flex flex-wrap gap-4 *:min-w-0">
      {blocks.map((block) => (
        <Fragment key={block}>
          {block === firstWithPeriod && <HomePeriodBar period={period} days={figures} />}
          <BlockContent block={block} period={period} figures={figures} onRetry={refetch} />
        </Fragment>
      ))}
      {error && !figures && (
        <Card className="basis-full">
          <LoadFailed
            message={error.message}
            busy={isFetching}
            onRetry={isApiErrorWithStatus(error, 400) ? undefined : refetch}
          />
        </Card>
      )}
      {figures?.modules.length === 0 && (
        <Card className="basis-full p-8 text-muted">
          There are no figures for your role. Use the menu to open what you work with.
        </Card>
      )}
    </div>
  );
}

type BlockProps = { block: HomeBlock; period: HomePeriod; figures: HomeFigures | undefined; onRetry: () => void };

function BlockContent({ block, period, figures, onRetry }: BlockProps) {
  if (block === "work" || block === "changes")
    return <div className="basis-full">{block === "work" ? <WorkWaitingForMe /> : <ChangesSinceLastVisit />}</div>;
  if (isChartBlock(block))
    return (
      <div className="grow basis-full xl:basis-[calc(50%-1rem)]">
        <HomeChartBlock chart={block} period={period} />
      </div>
    );
  const module = figures?.modules.find(({ feature }) => feature === block);
  return module ? <ModuleFiguresBlock {...module} onRetry={onRetry} /> : null;
}

/** Blocks of Home that are shown if the admin's arrangement could not be loaded. */
const unarrangedBlocks = (figures: HomeFigures | undefined): HomeBlock[] => [
  "work",
  "changes",
  ...(figures?.modules ?? []).map(({ feature }) => feature),
];
