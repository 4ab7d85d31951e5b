import { IREPORT_STATES, type IreportPriority, type IreportState } from "@/lib/contract/ireport.values";
import { selectOptions, titleCase } from "@/lib/format";

/** URLs of the reports module. */
export const IREPORTS_URL = "/dashboard/ireports";
export const ALL_REPORTS_URL = `${IREPORTS_URL}/all`;
export const REPORT_CATEGORIES_URL = `${IREPORTS_URL}/categories`;

/** Returns the display name of a report's state. */
export const ireportStateLabel = (state: IreportState) => titleCase(state);
/** Returns the display name of a report's priority. */
export const ireportPriorityLabel = (priority: IreportPriority) => titleCase(priority);

/** Report states as options of a select or filter. */
export const REPORT_STATE_OPTIONS = selectOptions(IREPORT_STATES, ireportStateLabel);
