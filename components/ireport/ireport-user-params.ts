import { defineList } from "@/lib/client/list-params";
import { ireportListParams } from "./ireport-list-params";

const { reporter: _reporter, near: _near, within: _within, ...filters } = ireportListParams.filters;

/** What the address can say of the reports on a user's page, where the citizen is said already. */
export const userReportParams = defineList({ ...ireportListParams, filters });
