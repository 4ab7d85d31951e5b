import { z } from "zod";
import { adminRef, endpoint, id, instant, listInput, oneLine, peoplePageOf, personRef, text, version } from "./common";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { grantRoutes as routes } from "./grant.routes";
import {
  ACCOUNT_NAME_CHECK_RESULTS,
  ACCOUNT_NAME_MAX,
  APPLICATION_DECISIONS,
  APPLICATION_LIST,
  APPLICATION_STATES,
  DUPLICATE_KINDS,
  GRANT_PAYOUT_KINDS,
  GRANT_QUESTION_KINDS,
  GRANT_REASON_MAX,
  INELIGIBILITY_REASONS,
  MAX_APPLICATIONS_PER_DECISION,
  REVIEW_COMMENT_MAX,
  SCORE_MAX,
} from "./grant.values";
import { LGAS } from "./lgas.values";
import { kobo } from "./money";
import { timelineEntry } from "./system-logs";
import { documentFileFields, documentPageInput, fileResponse } from "./uploads";

/** Where an applicant receives the grant: wallet or bank account. */
export const payoutDetails = z.object({
  kind: z.enum(GRANT_PAYOUT_KINDS),
  /** Bank account that receives the grant; null if the wallet receives it. */
  bank: z.string().nullable(),
  account_name: z.string().nullable(),
  account_last4: z.string().nullable(),
});

const applicationRow = z.object({
  id: z.string(),
  reference: z.string(),
  programme: personRef,
  applicant: personRef.extend({ lga: z.enum(LGAS), tier: z.int() }),
  state: z.enum(APPLICATION_STATES),
  /** Requested amount, and the awarded amount after approval, in kobo. */
  amount_asked: z.int(),
  amount: z.int().nullable(),
  /** `reviews`: submitted reviews. `score`: their mean in hundredths; null for everybody until both are submitted. */
  reviews: z.int(),
  score: z.int().nullable(),
  duplicates: z.array(z.enum(DUPLICATE_KINDS)),
  /** True if an admin has explained why the matching applications are no duplicates. */
  duplicates_cleared: z.boolean(),
  /** True if more information was requested and not sent yet. */
  waits_for_applicant: z.boolean(),
  submitted_at: instant,
  version,
});
/** A grant application as a row of the list. */
export type ApplicationRow = z.infer<typeof applicationRow>;

const applicationAnswer = z.object({
  question_id: z.string(),
  label: z.string(),
  kind: z.enum(GRANT_QUESTION_KINDS),
  /** The applicant's answer to the question; null if the applicant left the question out. */
  answer: z.string().nullable(),
});
const applicationDocument = z.object({
  id: z.string(),
  /** Label of the programme's document; empty if an admin requested the document in addition. */
  label: z.string(),
  ...documentFileFields,
  replaced_at: instant.nullable(),
});
const applicationSingle = applicationRow.extend({
  contact_phone: z.string(),
  payout: payoutDetails,
  answers: z.array(applicationAnswer),
  documents: z.array(applicationDocument),
  /** Reasons why the applicant is not eligible now, although they were when they applied. */
  ineligible: z.array(z.object({ reason: z.enum(INELIGIBILITY_REASONS), message: z.string() })),
  /** `most`: maximum award by the programme's rules. `budget_left`: remaining budget of the programme. Both in kobo. */
  most: z.int(),
  budget_left: z.int(),
  question: z.object({ text: z.string(), asked_by: adminRef, asked_at: instant }).nullable(),
  reply: z.object({ text: z.string(), at: instant }).nullable(),
  /** Why the application was rejected. */
  reason: z.string().nullable(),
  /** Why the signed-in admin may not review or decide the application; null if they may. */
  my_conflict: z.string().nullable(),
  conflicts: z.array(z.object({ admin: adminRef, reason: z.string(), at: instant })),
  /** The payout batch that contains the application; null if no batch contains it. */
  batch: personRef.nullable(),
  transaction: z.object({ id: z.string(), reference: z.string() }).nullable(),
  timeline: z.array(timelineEntry),
});
/** A grant application as shown on its own page. */
export type ApplicationDetails = z.infer<typeof applicationSingle>;

const applicationListInput = listInput(APPLICATION_LIST);

const grantReview = z.object({
  reviewer: adminRef,
  is_mine: z.boolean(),
  /** The reviewer's score; null until both reviewers have submitted theirs. Callers always see their own score. */
  score: z.int().nullable(),
  comment: z.string().nullable(),
  at: instant,
});
/** One reviewer's score and comment for an application. */
export type GrantReview = z.infer<typeof grantReview>;
const reviews = z.object({
  items: z.array(grantReview),
  are_in: z.boolean(),
  /** Mean score of the reviews in hundredths. */
  score: z.int().nullable(),
  /** Why the signed-in admin can't review the application; null if they can. */
  refusal: z.string().nullable(),
});
/** All visible reviews of an application, and whether the caller can review it. */
export type GrantReviews = z.infer<typeof reviews>;
/** Versions of the application before and after the score. They are equal if an existing score was changed. */
const reviewResult = reviews.extend({ version_before: version, version });

const duplicate = z.object({
  kind: z.enum(DUPLICATE_KINDS),
  /** Sentence that describes the match with the other application. */
  detail: z.string(),
  applications: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      applicant: personRef,
      programme: personRef,
      state: z.enum(APPLICATION_STATES),
    }),
  ),
});
const duplicates = z.object({
  items: z.array(duplicate),
  cleared: z.object({ by: adminRef, at: instant, reason: z.string() }).nullable(),
  /**
   * Identifies the matches in this response. The API refuses a clearance with an outdated mark, because the admin has not seen the new
   * matches.
   */
  mark: z.string(),
  version,
});
/** Applications that share data with this application, such as a phone number. */
export type GrantDuplicates = z.infer<typeof duplicates>;

/** The account holder's name at the bank, compared with the application. `not_checked`: the provider did not answer. */
const accountNameResult = z.object({
  result: z.enum(ACCOUNT_NAME_CHECK_RESULTS),
  name_at_bank: z.string().nullable(),
  expected: z.string(),
});
export type AccountNameResult = z.infer<typeof accountNameResult>;

/** Input of a decision on applications. */
export const decisionInput = z
  .strictObject({
    decision: z.enum(APPLICATION_DECISIONS, "Choose a decision."),
    applications: z
      .array(
        z.strictObject({
          id,
          version,
          /** Amount of an approval in kobo. A fixed award always has the programme's amount. Defaults to the requested amount. */
          amount: kobo.optional(),
          /** Account holder's name at the bank, if it differs and the admin accepts it; "" for an account that the bank does not know. */
          account_name: oneLine(ACCOUNT_NAME_MAX).optional(),
        }),
      )
      .min(1, "Choose at least one application.")
      .max(MAX_APPLICATIONS_PER_DECISION, `Decide at most ${MAX_APPLICATIONS_PER_DECISION} at a time.`)
      .refine((items) => new Set(items.map((item) => item.id)).size === items.length, "Name each application once."),
    /** Reason that is sent to the applicant; required for a rejection. */
    reason: text(GRANT_REASON_MAX).default(""),
  })
  .refine((input) => input.decision !== "reject" || input.reason.trim().length > 2, {
    path: ["reason"],
    message: "Explain the reason in words that help the applicant.",
  });
const decisionResult = z.object({
  id: z.string(),
  reference: z.string(),
  name: z.string(),
  done: z.boolean(),
  message: z.string(),
});
/** Result of a decision for one application. */
export type DecisionResult = z.infer<typeof decisionResult>;

const applicationInput = z.strictObject({ applicationId: id });
const applicationVersion = z.strictObject({ applicationId: id, version });
const SCORE_MESSAGE = `Enter a whole number from 0 to ${SCORE_MAX}.`;
/** Input with a reviewer's score and comment for an application. */
export const applicationReview = applicationInput.extend({
  score: z.int(SCORE_MESSAGE).min(0, SCORE_MESSAGE).max(SCORE_MAX, SCORE_MESSAGE),
  comment: text(REVIEW_COMMENT_MAX).default(""),
});
/** Input that requests more information from the applicant. */
export const applicantQuestion = applicationVersion.extend({ question: text(REVIEW_COMMENT_MAX, 3) });
/** Input that declares the admin's conflict of interest. */
export const conflictDeclaration = applicationInput.extend({ reason: text(GRANT_REASON_MAX, 3) });
/** Input that explains why the matching applications are no duplicates. */
export const duplicatesClearance = applicationVersion.extend({
  mark: z.string("Send the mark of the duplicates that were shown.").max(64),
  reason: text(GRANT_REASON_MAX, 3),
});

/** Calls for grant applications, reviews and decisions, with descriptions and schemas. */
export const grantApplicationCalls = {
  applications: endpoint(routes.applications, {
    summary: "Applications, newest first, or ranked",
    input: applicationListInput,
    output: peoplePageOf(applicationRow),
  }),
  exportApplications: endpoint(routes.exportApplications, {
    summary: "Make a link that downloads the applications",
    done: "Exported grant applications",
    input: applicationListInput.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  application: endpoint(routes.application, {
    summary: "One application",
    input: applicationInput,
    output: applicationSingle,
  }),
  document: endpoint(routes.document, {
    summary: "A page of an application's document as a picture; each view is logged",
    done: "Viewed a document of a grant application",
    input: z.strictObject({
      applicationId: id,
      documentId: id,
      ...documentPageInput,
      thumbnail: z.enum(["yes"]).optional(),
    }),
    output: fileResponse,
  }),
  originalDocument: endpoint(routes.originalDocument, {
    summary:
      "The original of a document, for download only, because a PDF may contain active content; each download is logged",
    done: "Downloaded the original of a grant application's document",
    input: z.strictObject({ applicationId: id, documentId: id }),
    output: fileResponse,
  }),
  accountName: endpoint(routes.accountName, {
    summary: "The account holder's name at the bank, compared with the application's",
    input: applicationInput,
    output: accountNameResult,
  }),
  decide: endpoint(routes.decide, {
    summary: "Shortlist, approve or reject; a result for each",
    done: "Decided a grant application",
    input: decisionInput,
    output: z.object({ results: z.array(decisionResult) }),
  }),
  askApplicant: endpoint(routes.askApplicant, {
    summary: "Ask the applicant for more information",
    done: "Asked a grant applicant for more information",
    input: applicantQuestion,
    output: applicationSingle,
  }),
  reviews: endpoint(routes.reviews, {
    summary: "Reviews: my own, and the others once both are complete",
    input: applicationInput,
    output: reviews,
  }),
  review: endpoint(routes.review, {
    summary: "Score an application; the score can be changed until the other one is complete",
    done: "Scored a grant application",
    input: applicationReview,
    output: reviewResult,
  }),
  declareConflict: endpoint(routes.declareConflict, {
    summary: "Declare a conflict of interest, which excludes the reviewer from reviews and decisions",
    done: "Declared a conflict of interest",
    input: conflictDeclaration,
    output: reviews,
  }),
  duplicates: endpoint(routes.duplicates, {
    summary: "Other applications with the same identity number, phone, account, photo or device",
    input: applicationInput,
    output: duplicates,
  }),
  clearDuplicates: endpoint(routes.clearDuplicates, {
    summary: "Clear the flagged duplicates, with a reason",
    done: "Cleared a grant application of its duplicates",
    input: duplicatesClearance,
    output: duplicates,
  }),
};
