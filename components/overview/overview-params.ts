import { oneOf } from "@/lib/contract/list.values";
import { HOME_DAYS } from "@/lib/contract/overview.values";

/** Parses `?days=`, the number of days that the money figures of the home page cover. Defaults to 7. */
export const readDays = (raw: unknown) => oneOf(HOME_DAYS)(typeof raw === "string" ? raw : "") || "7";
