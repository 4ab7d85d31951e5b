import { FEATURES, type Feature } from "./access";

/** Preset periods of Home, in days including today. */
export const HOME_PERIOD_DAYS = ["1", "7", "30"] as const;
export type HomePeriodDays = (typeof HOME_PERIOD_DAYS)[number];

/** Maximum numbers of work items on Home, oldest first: of one kind of work, and of all kinds together. */
export const HOME_WORK_ITEMS_PER_KIND = 5;
export const HOME_WORK_ITEMS_MAX = 8;

/** Minutes after the start of a visit to Home from which opening Home counts as a new visit. */
export const NEW_HOME_VISIT_MINUTES = 60;

/** Charts on Home, each with the feature whose read right it needs. */
export const HOME_CHARTS = ["chart:payments", "chart:kyc", "chart:ireports"] as const;
export type HomeChart = (typeof HOME_CHARTS)[number];
/** Feature whose read right each chart needs. */
export const CHART_FEATURES: Record<HomeChart, Feature> = {
  "chart:payments": "Transactions",
  "chart:kyc": "KYC Management",
  "chart:ireports": "iReports",
};

/** Blocks of Home that an admin can order and hide. A block named like a feature contains the figures of that module. */
export const HOME_BLOCKS = ["work", "changes", ...FEATURES, ...HOME_CHARTS] as const;
export type HomeBlock = (typeof HOME_BLOCKS)[number];

const BLOCK_LABELS: Record<Exclude<HomeBlock, Feature>, string> = {
  work: "Waiting for me",
  changes: "Since my last visit",
  "chart:payments": "Chart: payments by day",
  "chart:kyc": "Chart: KYC requests by day",
  "chart:ireports": "Chart: reports by day",
};
/** Returns the label of a block on Home. */
export const homeBlockLabel = (block: HomeBlock): string =>
  block in BLOCK_LABELS ? BLOCK_LABELS[block as Exclude<HomeBlock, Feature>] : block;

/** Returns the feature whose read right a block needs; null for blocks of every admin. */
export function featureOfHomeBlock(block: HomeBlock): Feature | null {
  if (block === "work" || block === "changes") return null;
  return block in CHART_FEATURES ? CHART_FEATURES[block as HomeChart] : (block as Feature);
}

/** A block of Home, and whether the admin has hidden it. */
export type HomeBlockSetting = { block: HomeBlock; hidden: boolean };
