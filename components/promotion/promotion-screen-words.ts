import { recordUrl } from "@/lib/contract/records";

const PROMOTION_TABS = ["terms", "figures", "redemptions", "codes", "abuse", "history"] as const;
/** Tab of a promotion's page. */
export type PromotionTab = (typeof PROMOTION_TABS)[number];

/** Labels of the tabs of a promotion's page. */
export const PROMOTION_TAB_LABELS: Record<PromotionTab, string> = {
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

/** Returns the URL of a tab of a promotion's page. */
export const promotionTabUrl = (promotionId: string, tab: PromotionTab) =>
  tab === "terms" ? recordUrl("promotion", promotionId) : `${recordUrl("promotion", promotionId)}?tab=${tab}`;

/** Lists the tabs of a promotion. Automatic promotions have no codes. */
export const promotionTabsOf = (trigger: string) =>
  PROMOTION_TABS.filter((tab) => tab !== "codes" || trigger === "code");

/** Returns the tab of a promotion's page that contains a missing field. */
export const promotionTabOfField = (field: string): PromotionTab => (field === "code" ? "codes" : "terms");

/** DOM id of the list of missing fields, which explains why publishing is disabled. */
export const MISSING_FIELDS_DOM_ID = "promotion-missing";
