import { z } from "zod";
import { pendingApproval } from "./approvals";
import { adminRef, day, endpoint, id, instant, listInput, listOf, noInput, pageOf, text, version } from "./common";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { kycCallsFromApp } from "./kyc.app";
import { kycRoutes as routes } from "./kyc.routes";
import { kycApplicant, kycDocument, kycResubmission, kycRisk, kycSubmission, submittedKyc } from "./kyc.submission";
import {
  IDENTITY_TYPES,
  KYC_BULK_ASSIGN_MAX,
  KYC_CHECKS,
  KYC_DECISIONS,
  KYC_FLAGS,
  KYC_LANES,
  KYC_LIST,
  KYC_NOTE_MAX,
  KYC_REASON_MAX,
  KYC_REASONS,
  KYC_STATES,
} from "./kyc.values";
import { kycAssignMatchingCalls } from "./kyc-assign-matching";
import { kycFigureCalls } from "./kyc-figures";
import { LGAS } from "./lgas.values";
import { personOutput, personSearch } from "./person";
import { timelineEntry } from "./system-logs";
import { tierLimits } from "./tier-limits";
import { documentPageInput, fileBody, fileResponse, upload } from "./uploads";
import { USER_STATUSES, WALLET_RESTRICTIONS } from "./user.values";

const kycId = z.strictObject({ kycId: id });

const kycRow = z.object({
  id: z.string(),
  reference: z.string(),
  user_id: z.string(),
  name: z.string(),
  tier: z.int().min(1).max(3),
  identity_type: z.enum(IDENTITY_TYPES),
  state: z.enum(KYC_STATES),
  lga: z.enum(LGAS),
  submitted_at: instant,
  due_at: instant,
  assignee: adminRef.nullable(),
  flags: z.array(z.enum(KYC_FLAGS)),
  account_status: z.enum(USER_STATUSES),
  version,
});
/** An identity request as a row of the list. */
export type KycRow = z.infer<typeof kycRow>;

/** Identity fields of the account and of the submission. */
const identityFields = z.object({ ...personOutput, address: z.string() });

const decision = z.object({
  by: adminRef,
  at: instant,
  reason: z.enum(KYC_REASONS).nullable(),
  message: z.string().nullable(),
});

/** Position of the newest audit row in the hash chain at the time of the response. `kyc.pulse` returns the changes after it. */
const lastChangeId = z.int().min(0);
const authorAndTime = { by: adminRef, at: instant };

/** Start and reason of a restriction, suspension or closure; null for an active account without a restriction. */
const status_details = z
  .object({
    restriction: z.enum(WALLET_RESTRICTIONS).nullable(),
    since: instant.nullable(),
    until: instant.nullable(),
    reason: z.string().nullable(),
  })
  .nullable();

const kycSingle = kycRow.extend({
  submitted: identityFields,
  account: identityFields.extend({
    email: z.string().nullable(),
    tier: z.int(),
    status: z.enum(USER_STATUSES),
    status_details,
  }),
  /** Wallet limits of the current tier and of the requested tier. */
  limits: z.object({ now: tierLimits, asked: tierLimits }),
  /** `by`: officer who submitted the request at the counter. `others`: who can decide the request; null if nobody can. */
  entered: z.object({ by: adminRef, others: z.string().nullable() }).nullable(),
  identity_number_last4: z.string(),
  identity_expires_on: day.nullable(),
  documents: z.array(kycDocument),
  /** Documents replaced by a resubmission, newest first. Kept as evidence, without effect on the decision. */
  replaced: z.array(kycDocument.extend({ replaced_at: instant })),
  risks: z.array(kycRisk),
  decision: decision.nullable(),
  earlier: z.array(kycRow.pick({ id: true, reference: true, tier: true, state: true, submitted_at: true })),
  checklist: z.array(z.object({ item: z.enum(KYC_CHECKS), checked: z.object(authorAndTime).nullable() })),
  /** Internal notes, newest first. */
  notes: z.array(z.object({ id: z.string(), text: z.string(), ...authorAndTime })),
  /** A revocation that waits for a second admin. */
  awaiting: pendingApproval.nullable(),
  mark: lastChangeId,
  timeline: z.array(timelineEntry),
});
/** An identity request as shown on its own page. */
export type KycDetails = z.infer<typeof kycSingle>;

/** Input of a decision. All decisions except approvals need a reason and a text for the user. */
export const kycDecision = z
  .strictObject({
    kycId: id,
    version,
    decision: z.enum(KYC_DECISIONS),
    reason: z.enum(KYC_REASONS, "Choose a reason.").optional(),
    message: text(1_000, 10).optional(),
    /** Checklist items to tick together with the approval. */
    checked: z.array(z.enum(KYC_CHECKS)).max(KYC_CHECKS.length).optional(),
  })
  .superRefine((input, context) => {
    if (input.decision === "approved") {
      for (const path of ["reason", "message"] as const)
        if (input[path] !== undefined)
          context.addIssue({ code: "custom", path: [path], message: "An approval has no reason." });
      return;
    }
    if (!input.reason) context.addIssue({ code: "custom", path: ["reason"], message: "Choose a reason." });
    if (!input.message)
      context.addIssue({ code: "custom", path: ["message"], message: "Write what the user will read." });
  });

/** Input of a reopening, with the reason for another review of a rejected request. */
export const kycReopening = z.strictObject({ kycId: id, version, reason: text(KYC_REASON_MAX, 3) });

/** Input of a revocation. The user gets its reason and text once it is approved. */
export const kycRevocation = z.strictObject({
  kycId: id,
  version,
  reason: z.enum(KYC_REASONS, "Choose a reason."),
  message: text(1_000, 10),
});

/** Input that adds an internal note to an identity request. */
export const kycNote = z.strictObject({ kycId: id, text: text(KYC_NOTE_MAX, 1) });

/** Input that reveals the full identity number, with the reason. */
export const kycReveal = z.strictObject({ kycId: id, reason: text(KYC_REASON_MAX, 5) });

/** `assignee`: `me`, `nobody`, or the id of an admin who can review. */
export const kycAssignment = z.strictObject({
  requests: z
    .array(z.strictObject({ kycId: id, version }))
    .min(1, "Choose at least one request.")
    .max(KYC_BULK_ASSIGN_MAX, `Choose at most ${KYC_BULK_ASSIGN_MAX} requests.`),
  assignee: z.union([z.enum(["me", "nobody"]), id], "Choose who reviews these requests."),
});

const assignmentResult = z.object({ id: z.string(), name: z.string(), done: z.boolean(), message: z.string() });
/** Result of an assignment for one identity request. */
export type KycAssignmentResult = z.infer<typeof assignmentResult>;

const kycListInput = listInput(KYC_LIST);

const adminListCall = { input: noInput, output: listOf(adminRef) };

/** Calls of the KYC module, with descriptions and schemas. */
export const kycCalls = {
  list: endpoint(routes.list, {
    summary: "Identity requests, oldest first",
    input: kycListInput,
    output: pageOf(kycRow).extend({ mark: lastChangeId, suggestion: z.string().optional() }),
  }),
  export: endpoint(routes.export, {
    summary: "Make a link that downloads the identity requests",
    done: "Exported identity requests",
    input: kycListInput.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  single: endpoint(routes.single, { summary: "One identity request", input: kycId, output: kycSingle }),
  document: endpoint(routes.document, {
    summary: "A page of a document as a picture; each view is logged",
    done: "Viewed a document",
    input: z.strictObject({ kycId: id, documentId: id, ...documentPageInput }),
    output: fileResponse,
  }),
  originalDocument: endpoint(routes.originalDocument, {
    summary:
      "The original of a document, for download only, because a PDF may contain active content; each download is logged",
    done: "Downloaded the original of a document",
    input: z.strictObject({ kycId: id, documentId: id }),
    output: fileResponse,
  }),
  thumbnails: endpoint(routes.thumbnails, {
    summary: "Small pictures of the documents; each view is logged",
    input: kycId,
    output: listOf(z.object({ id: z.string(), image: z.string() })),
  }),
  applicants: endpoint(routes.applicants, {
    summary: "Users for whom an officer can submit a request",
    input: personSearch,
    output: listOf(kycApplicant),
  }),
  upload: endpoint(routes.upload, {
    summary: "Upload one JPEG, PNG, WebP, HEIC, AVIF or PDF, up to 10 MB, for a request that follows within a day",
    done: "Uploaded a document",
    input: fileBody,
    output: upload,
  }),
  submit: endpoint(routes.submit, {
    summary: "Submit an identity request for a user",
    done: "Submitted an identity request",
    input: kycSubmission,
    output: submittedKyc,
  }),
  resubmit: endpoint(routes.resubmit, {
    summary: "Resubmit a request that was sent back",
    done: "Submitted an identity request again",
    input: kycResubmission,
    output: submittedKyc,
  }),
  decide: endpoint(routes.decide, {
    summary: "Approve, reject or ask for resubmission",
    done: "Decided an identity request",
    input: kycDecision,
    output: kycRow.extend({ decision }),
  }),
  pulse: endpoint(routes.pulse, {
    summary: "Identity requests that changed since a given change",
    input: z.strictObject({ since: z.coerce.number<number | string>().int().min(0).max(1e15) }),
    output: z.object({
      mark: lastChangeId,
      /** Ids of requests that changed after `since`; null if there are too many to list. */
      changed: z.array(z.string()).nullable(),
    }),
  }),
  assignees: endpoint(routes.assignees, { summary: "Admins who can review identity requests", ...adminListCall }),
  upcoming: endpoint(routes.upcoming, {
    summary: "The next request after this one",
    input: kycId.extend({ lane: z.enum(KYC_LANES).optional() }),
    /** `next`: the request that `kyc.next` would open now. `following`: the next unassigned request in the queue. */
    output: z.object({ next: z.string().nullable(), following: z.string().nullable() }),
  }),
  next: endpoint(routes.next, {
    summary: "Open my next unfinished request, or claim the oldest unclaimed one",
    done: "Claimed the next identity request",
    /** `skip`: the request that the officer is leaving. It is not opened or claimed again, even right after its release. */
    input: z.strictObject({ skip: id.optional(), lane: z.enum(KYC_LANES).optional() }),
    output: kycRow,
  }),
  assign: endpoint(routes.assign, {
    summary: "Assign identity requests to an officer, or unassign them",
    done: "Assigned an identity request",
    input: kycAssignment,
    output: z.object({ results: z.array(assignmentResult) }),
  }),
  claim: endpoint(routes.claim, {
    summary: "Claim an unclaimed request",
    done: "Claimed an identity request",
    input: kycId,
    output: kycSingle,
  }),
  release: endpoint(routes.release, {
    summary: "Release my own request",
    done: "Released an identity request",
    input: kycId,
    output: kycSingle,
  }),
  check: endpoint(routes.check, {
    summary: "Tick or untick an item of the checklist",
    done: "Ticked a checklist",
    input: z.strictObject({ kycId: id, item: z.enum(KYC_CHECKS), checked: z.boolean() }),
    output: kycSingle,
  }),
  note: endpoint(routes.note, {
    summary: "Add an internal note; the user never sees it",
    done: "Added an internal note",
    input: kycNote,
    output: kycSingle,
  }),
  noteReaders: endpoint(routes.noteReaders, { summary: "Admins who can be mentioned in notes", ...adminListCall }),
  reopen: endpoint(routes.reopen, {
    summary: "Reopen a rejected request",
    done: "Reopened an identity request",
    input: kycReopening,
    output: kycSingle,
  }),
  revoke: endpoint(routes.revoke, {
    summary: "Request the revocation of an approved request; another admin approves",
    done: "Requested a revocation",
    input: kycRevocation,
    output: kycSingle,
  }),
  reveal: endpoint(routes.reveal, {
    summary: "Show the whole identity number; each view is logged with its reason",
    done: "Viewed a full identity number",
    input: kycReveal,
    output: z.object({ identity_number: z.string() }),
  }),
  ...kycAssignMatchingCalls,
  ...kycFigureCalls,
  ...kycCallsFromApp,
};
