import { STATE_RULE } from "@/components/entry/entry-facets";
import { defineList, oneOf, shortText } from "@/lib/client/list-params";
import { TAG_MAX } from "@/lib/contract/entries.values";
import { LGAS } from "@/lib/contract/kyc.values";

/** What the address of the list of articles can say. */
export const cultureListParams = defineList({
  sorts: ["title", "from", "updated_at"],
  defaultSort: "-updated_at",
  filters: { state: STATE_RULE, lga: oneOf(LGAS), tag: shortText(TAG_MAX), missing: shortText(12) },
});
