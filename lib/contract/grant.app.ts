import { z } from "zod";
import { endpoint, id, instant, listInput, listOf, noInput, oneLine, pageOf, text } from "./common";
import { grantRoutes as routes } from "./grant.routes";
import {
  ANSWER_LENGTH_MAX,
  APPLICATION_STATES,
  AWARD_KINDS,
  GRANT_QUESTION_KINDS,
  INELIGIBILITY_REASONS,
  PROGRAMME_QUESTIONS_MAX,
  REQUESTED_DOCUMENTS_MAX,
  REVIEW_COMMENT_MAX,
} from "./grant.values";
import { LGAS } from "./lgas.values";
import { kobo } from "./money";
import { phone } from "./person";
import { deviceId } from "./promotion.app";
import { accountNumber, bankCode } from "./transaction.app";

const payout = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("wallet") }),
    z.strictObject({
      kind: z.literal("bank"),
      /** The bank's name, and its code at the payment provider. */
      bank: oneLine(80, 2),
      bank_code: bankCode,
      account_number: accountNumber,
      account_name: oneLine(120, 2),
    }),
  ],
  "Choose where the money is paid to: wallet or bank.",
);

const answers = z
  .array(z.strictObject({ question_id: id, answer: text(ANSWER_LENGTH_MAX) }))
  .max(PROGRAMME_QUESTIONS_MAX)
  .refine(
    (items) => new Set(items.map((item) => item.question_id)).size === items.length,
    "Answer each question once.",
  );
const documents = z
  .array(
    z.strictObject({
      /** Id of the programme's document; left out for a document that an admin requested in addition. */
      document_id: id.optional(),
      upload_id: id,
    }),
  )
  .max(REQUESTED_DOCUMENTS_MAX * 2);

/** An application as the citizen app shows it, without scores, reviewers, flags and notes. Amounts in kobo. */
const ownApplication = z.object({
  id: z.string(),
  reference: z.string(),
  programme: z.object({ id: z.string(), name: z.string() }),
  state: z.enum(APPLICATION_STATES),
  amount_asked: z.int(),
  amount: z.int().nullable(),
  /** An additional question that waits for an answer. */
  question: z.string().nullable(),
  /** Why the application was rejected, as sent to the citizen. */
  reason: z.string().nullable(),
  submitted_at: instant,
});
/** A grant application as the citizen app shows it to its applicant. */
export type OwnApplication = z.infer<typeof ownApplication>;

const publicProgramme = z.object({
  id: z.string(),
  name: z.string(),
  sponsor: z.string(),
  purpose: z.string(),
  html: z.string(),
  text: z.string(),
  award_kind: z.enum(AWARD_KINDS),
  amount: z.int(),
  opens_at: instant,
  closes_at: instant,
  takes_applications: z.boolean(),
  tier_min: z.int().nullable(),
  lgas: z.array(z.enum(LGAS)),
  age_min: z.int().nullable(),
  age_max: z.int().nullable(),
  /** True if only members of a user group can apply. */
  is_for_group: z.boolean(),
  questions: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(GRANT_QUESTION_KINDS),
      label: z.string(),
      required: z.boolean(),
      choices: z.array(z.string()),
    }),
  ),
  /** `is_photo`: a photo of the applicant; a PDF is refused. */
  documents: z.array(z.object({ id: z.string(), label: z.string(), required: z.boolean(), is_photo: z.boolean() })),
  publishes_awards: z.boolean(),
});
/** A programme as the citizen app shows it. */
export type PublicProgramme = z.infer<typeof publicProgramme>;

const applicationPathInput = { programmeId: id, user_id: id };

/** Calls for grants from the citizen app's server, and public ones. */
export const grantCallsFromApp = {
  eligibility: endpoint(routes.eligibility, {
    summary: "Whether a citizen may apply, with the reasons if not",
    input: z.strictObject(applicationPathInput),
    output: z.object({
      eligible: z.boolean(),
      reasons: z.array(z.object({ reason: z.enum(INELIGIBILITY_REASONS), message: z.string() })),
    }),
  }),
  apply: endpoint(routes.apply, {
    summary: "Apply for a grant",
    done: "Applied for a grant in the app",
    input: z.strictObject({
      ...applicationPathInput,
      /** Requested kobo. Required and at most the programme's amount, unless the award is fixed. */
      amount: kobo.optional(),
      contact_phone: phone,
      payout,
      answers,
      documents,
      device_id: deviceId,
    }),
    output: ownApplication,
  }),
  applicationForApp: endpoint(routes.applicationForApp, {
    summary: "State of a citizen's grant application",
    input: z.strictObject({ ...applicationPathInput, applicationId: id }),
    output: ownApplication,
  }),
  answerForApp: endpoint(routes.answerForApp, {
    summary: "Send the information requested for a grant application",
    done: "Answered a question about a grant application",
    input: z.strictObject({
      ...applicationPathInput,
      applicationId: id,
      text: text(REVIEW_COMMENT_MAX, 1),
      documents: documents.default([]),
    }),
    output: ownApplication,
  }),
  publicProgrammes: endpoint(routes.publicProgrammes, {
    summary: "Programmes that take applications",
    input: noInput,
    output: listOf(publicProgramme),
  }),
  publicProgramme: endpoint(routes.publicProgramme, {
    summary: "One programme, its questions and documents",
    input: z.strictObject({ programmeId: id }),
    output: publicProgramme,
  }),
  publicAwards: endpoint(routes.publicAwards, {
    summary: "Paid beneficiaries: name, LGA and amount, if the programme publishes them",
    input: listInput({ filters: {}, sorts: [] }).omit({ q: true, sort: true }).extend({ programmeId: id }),
    output: pageOf(z.object({ name: z.string(), lga: z.enum(LGAS), amount: z.int() })).omit({
      until: true,
      newer: true,
    }),
  }),
};
