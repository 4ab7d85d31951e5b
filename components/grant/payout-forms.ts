import { z } from "zod";
import { id, text, version } from "@/lib/contract/common";
import { GRANT_REASON_MAX } from "@/lib/contract/grant.values";

/** What the forms of payouts hold. Loaded with the first dialog. */

const change = { batchId: id, version, reason: text(GRANT_REASON_MAX, 3) };

export const batchCancelForm = z.strictObject(change);
export const batchRemoveForm = z.strictObject({ ...change, rows: z.array(z.int()) });
/** Rows and kobo as the person saw them. */
export const batchSubmitForm = z.strictObject({ ...change, rows: z.int(), amount: z.int() });
