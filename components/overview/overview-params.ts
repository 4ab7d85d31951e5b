import { oneOf } from "@/lib/contract/list.values";
import { HOME_DAYS } from "@/lib/contract/overview.values";

/** How many days the money on Home looks back; 7 unless the address says otherwise. */
export const readDays = (raw: unknown) => oneOf(HOME_DAYS)(typeof raw === "string" ? raw : "") || "7";
