import { STATE_RULE } from "@/components/entry/entry-facets";
import { defineList, shortText } from "@/lib/client/list-params";
import { FAQ_GROUP_MAX } from "@/lib/contract/entries.values";

export const FAQ_URL = "/dashboard/app-config/faq";

/** What the address of the list of questions can say. */
export const faqListParams = defineList({
  sorts: ["position", "title", "updated_at"],
  defaultSort: "position",
  filters: { state: STATE_RULE, group: shortText(FAQ_GROUP_MAX), missing: shortText(12) },
});

/** What the address of the list of searches without a hit can say. */
export const missListParams = defineList({ sorts: ["times", "last_at"], defaultSort: "-times", filters: {} });

const FAQ_VIEWS = ["list", "order", "misses"] as const;
type FaqView = (typeof FAQ_VIEWS)[number];
export const faqViewOf = (raw: unknown): FaqView => FAQ_VIEWS.find((view) => view === raw) ?? "list";
