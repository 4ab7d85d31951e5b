import { IREPORT_STATES, type IreportPriority, type IreportState } from "@/lib/contract/ireport.values";
import { selectOptions, titleCase } from "@/lib/format";

export const IREPORTS_URL = "/dashboard/ireports";
export const ALL_REPORTS_URL = `${IREPORTS_URL}/all`;
export const CATEGORIES_URL = `${IREPORTS_URL}/categories`;

/** Returns the display name of a report's state. */
export const stateLabel = (state: IreportState) => titleCase(state);
export const priorityLabel = (priority: IreportPriority) => titleCase(priority);

export const REPORT_STATE_OPTIONS = selectOptions(IREPORT_STATES, stateLabel);
