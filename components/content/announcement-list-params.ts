import { STATE_RULE } from "@/components/entry/entry-facets";
import { defineList, oneOf } from "@/lib/client/list-params";
import { AUDIENCES } from "@/lib/contract/entries.values";

/** What the address of the list of announcements can say. */
export const announcementListParams = defineList({
  sorts: ["title", "from", "until", "updated_at"],
  defaultSort: "-updated_at",
  filters: { state: STATE_RULE, audience: oneOf(AUDIENCES) },
});
