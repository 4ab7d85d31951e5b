import { defineList } from "@/lib/client/list-params";

/** What the address of the list of roles can say. */
export const roleListParams = defineList({ sorts: ["name", "members"], defaultSort: "name", filters: {} });
