import { z } from "zod";
import { pendingApproval } from "./approvals";
import { adminRef, endpoint, id, instant, oneLine, text, version } from "./common";
import { exportLink } from "./exports";
import { emailOrNone, personFields, phone } from "./person";
import { personName } from "./person-name";
import { userRoutes as routes } from "./user.routes";
import { CORRECTABLE_USER_FIELDS, USER_REASON_MAX } from "./user.values";
import { ERASED_PARTS } from "./user-data.values";

const reason = text(USER_REASON_MAX, 5);

/** Correction of a citizen's details. Fields that are left out or equal the stored value do not change. */
export const userCorrection = z.strictObject({
  userId: id,
  version,
  first_name: personFields.first_name.optional(),
  middle_name: personName(60).optional(),
  last_name: personFields.last_name.optional(),
  phone: phone.optional(),
  /** Corrected email address; null or empty removes the stored one. */
  email: emailOrNone.optional(),
  reason,
  /** What the admin saw as evidence, such as an affidavit and its number. */
  evidence: oneLine(USER_REASON_MAX).default(""),
});

/** Input of requests that need only a reason: a copy, an erasure, and a hold and its release. */
export const userDataReasonInput = z.strictObject({ userId: id, reason });

/** A pending request of an admin about a citizen's data. */
const pendingDataRequest = pendingApproval.extend({ reason: z.string() });

const pendingCorrection = pendingDataRequest.extend({
  evidence: z.string(),
  /** Corrected fields with their old and new value; null: no value. */
  fields: z.array(
    z.object({ field: z.enum(CORRECTABLE_USER_FIELDS), from: z.string().nullable(), to: z.string().nullable() }),
  ),
});
/** A requested correction of a citizen's details. */
export type PendingCorrection = z.infer<typeof pendingCorrection>;

/** An approved copy of the citizen's data that was not downloaded yet. */
const readyCopy = z.object({
  id: z.string(),
  /** The admin who requested the copy, and is the only one who can download it. */
  requested_by: adminRef,
  approved_at: instant,
  expires_at: instant,
});

const erasurePlan = z.object({
  /** Why no data can be erased yet; null if it can be erased. */
  obstacle: z.string().nullable(),
  erased: z.array(z.enum(ERASED_PARTS)),
  /** Sentences about the parts of the data that an erasure would keep, each with the reason. */
  kept: z.array(z.string()),
  last_erased_at: instant.nullable(),
});
/** What an erasure would remove and keep, or why an erasure is not possible yet. */
export type ErasurePlan = z.infer<typeof erasurePlan>;

/** A hold, which prevents the erasure of the data for an investigation or a court order. */
const dataHold = z.object({ reason: z.string(), placed_by: adminRef, placed_at: instant });

const dataRequests = z.object({
  hold: dataHold.nullable(),
  correction: pendingCorrection.nullable(),
  copy: pendingDataRequest.nullable(),
  ready_copies: z.array(readyCopy),
  erasure: pendingDataRequest.nullable(),
  erasure_plan: erasurePlan,
});
/** Pending requests about a citizen's data, with the ready copy, what an erasure would remove, and the hold. */
export type UserDataRequests = z.infer<typeof dataRequests>;

/** Calls for corrections, copies, erasures and holds of a citizen's data. */
export const userDataCalls = {
  dataRequests: endpoint(routes.dataRequests, {
    summary: "Pending requests of admins about a citizen's data",
    input: z.strictObject({ userId: id }),
    output: dataRequests,
  }),
  correct: endpoint(routes.correct, {
    summary: "Request a correction of a citizen's name, phone number or email address",
    done: "Requested a correction of a user's details",
    input: userCorrection,
    output: dataRequests,
  }),
  exportData: endpoint(routes.exportData, {
    summary: "Request a copy of all data about a citizen",
    done: "Requested a copy of a user's data",
    input: userDataReasonInput,
    output: dataRequests,
  }),
  eraseData: endpoint(routes.eraseData, {
    summary: "Request the erasure of a citizen's data, as far as no law requires to keep it",
    done: "Requested the erasure of a user's data",
    input: userDataReasonInput,
    output: dataRequests,
  }),
  placeHold: endpoint(routes.placeHold, {
    summary: "Prevent the erasure of a citizen's data until the hold is released",
    done: "Placed a hold on a user's data",
    input: userDataReasonInput,
    output: dataRequests,
  }),
  releaseHold: endpoint(routes.releaseHold, {
    summary: "Release the hold on a citizen's data",
    done: "Released the hold on a user's data",
    input: userDataReasonInput,
    output: dataRequests,
  }),
  downloadData: endpoint(routes.downloadData, {
    summary: "Make a link that downloads the approved copy of a citizen's data, once",
    done: "Downloaded a copy of a user's data",
    input: z.strictObject({ userId: id }),
    output: exportLink,
  }),
};
