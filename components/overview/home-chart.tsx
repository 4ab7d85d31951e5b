"use client";

import { BarChart } from "@/components/common/chart/bar-chart";
import type { HomeChart } from "@/lib/contract/overview.values";
import { TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import { formatDay, titleCase } from "@/lib/format";
import type { HomeCharts } from "@/lib/queries/overview";

/** Colours of the payment types with the largest volumes. All other types share the last colour. */
const TYPE_COLOURS = ["fill-primary", "fill-info", "fill-warning", "fill-danger"] as const;
const OTHERS_COLOUR = "fill-muted";

/** Renders one chart of Home, and its figures as a table. */
export function HomeChartFigure({ chart, charts }: { chart: HomeChart; charts: HomeCharts }) {
  if (chart === "chart:payments") return charts.payments ? <PaymentsChart {...charts.payments} /> : null;
  const isKyc = chart === "chart:kyc";
  const days = isKyc
    ? charts.kyc?.map(({ day, received, decided }) => ({ label: formatDay(day), values: [received, decided] }))
    : charts.ireports?.map(({ day, opened, closed }) => ({ label: formatDay(day), values: [opened, closed] }));
  return (
    <BarChart
      caption={isKyc ? "KYC requests received and decided on each day" : "Reports opened and closed on each day"}
      axis="Day"
      series={[
        { name: isKyc ? "Received" : "Opened", className: "fill-info" },
        { name: isKyc ? "Decided" : "Closed", className: "fill-primary" },
      ]}
      points={days ?? []}
    />
  );
}

function PaymentsChart({ types, days }: NonNullable<HomeCharts["payments"]>) {
  const totalOf = (index: number) => days.reduce((sum, { volumes }) => sum + (volumes[index] ?? 0), 0);
  const ranked = types
    .map((type, index) => ({ name: TRANSACTION_LABELS[type] ?? titleCase(type), index, total: totalOf(index) }))
    .sort((a, b) => b.total - a.total);
  const shown = ranked.slice(0, TYPE_COLOURS.length);
  const others = ranked.slice(TYPE_COLOURS.length);
  const sumOf = (volumes: readonly number[], indexes: readonly { index: number }[]) =>
    indexes.reduce((sum, { index }) => sum + (volumes[index] ?? 0), 0);
  const groups = [
    ...shown.map((type, at) => ({ name: type.name, className: TYPE_COLOURS[at] ?? OTHERS_COLOUR, types: [type] })),
    ...(others.length ? [{ name: "Other types", className: OTHERS_COLOUR, types: others }] : []),
  ];
  return (
    <BarChart
      caption="Volume of successful payments on each day, by type"
      axis="Day"
      isStacked
      unit="money"
      series={groups.length ? groups : [{ name: "Payments", className: TYPE_COLOURS[0] }]}
      points={days.map(({ day, volumes }) => ({
        label: formatDay(day),
        values: groups.length ? groups.map((group) => sumOf(volumes, group.types)) : [0],
      }))}
    />
  );
}
