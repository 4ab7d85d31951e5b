import { defineList, oneOf } from "@/lib/client/list-params";
import { APPROVAL_VIEWS } from "@/lib/contract/approvals.values";

/** What the address of the inbox can say. */
export const approvalListParams = defineList({ sorts: ["requested_at"], filters: { view: oneOf(APPROVAL_VIEWS) } });
