import { anyOf, defineList, flag, oneOf, uuid } from "@/lib/client/list-params";
import { ADMIN_STATUSES, RIGHTS } from "@/lib/contract/rp.values";

/** What the address of the list of admins can say. */
export const adminListParams = defineList({
  sorts: ["name", "email", "last_sign_in_at", "created_at"],
  defaultSort: "name",
  filters: { status: anyOf(ADMIN_STATUSES), roleId: uuid, may: oneOf(RIGHTS), full: flag },
});

/** Under this name an invitation that was being written survives the end of a session. */
export const INVITE_DRAFT = "rp.createAdmin";
