import { recordUrl } from "@/lib/contract/records";

const PROMOTION_TABS = ["terms", "figures", "redemptions", "codes", "abuse", "history"] as const;
export type PromotionTab = (typeof PROMOTION_TABS)[number];

export const TAB_LABELS: Record<PromotionTab, string> = {
  terms: "Terms",
  figures: "Figures",
  redemptions: "Redemptions",
  codes: "Codes",
  abuse: "Abuse",
  history: "History",
};

/** Parses the promotion's open tab in the URL. Defaults to the terms. */
export const parsePromotionTab = (raw: string | string[] | null | undefined): PromotionTab =>
  PROMOTION_TABS.find((tab) => tab === raw) ?? "terms";

export const tabUrl = (promotionId: string, tab: PromotionTab) =>
  tab === "terms" ? recordUrl("promotion", promotionId) : `${recordUrl("promotion", promotionId)}?tab=${tab}`;

/** Lists the tabs of a promotion. Automatic promotions have no codes. */
export const tabsOf = (trigger: string) => PROMOTION_TABS.filter((tab) => tab !== "codes" || trigger === "code");

/** Returns the tab of a promotion's page that contains a missing field. */
export const tabOfField = (field: string): PromotionTab => (field === "code" ? "codes" : "terms");

/** DOM id of the list of missing fields, which explains why publishing is disabled. */
export const MISSING_FIELDS_ID = "promotion-missing";
