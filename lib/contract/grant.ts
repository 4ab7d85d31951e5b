import { z } from "zod";
import {
  day,
  endpoint,
  id,
  instant,
  instantInput,
  listInput,
  listOf,
  noInput,
  oneLine,
  pageOf,
  personRef,
  text,
  version,
} from "./common";
import { exportFormat, exportLink } from "./exports";
import { grantCallsFromApp } from "./grant.app";
import { grantRoutes as routes } from "./grant.routes";
import {
  APPLICATION_STATES,
  AWARD_KINDS,
  GRANT_QUESTION_KINDS,
  GRANT_REASON_MAX,
  PROGRAMME_LIST,
  PROGRAMME_NAME_MAX,
  PROGRAMME_PURPOSE_MAX,
  PROGRAMME_QUESTIONS_MAX,
  PROGRAMME_STATES,
  QUESTION_CHOICES_MAX,
  REQUESTED_DOCUMENTS_MAX,
  SPONSOR_NAME_MAX,
} from "./grant.values";
import { grantApplicationCalls } from "./grant-applications";
import { grantPayoutCalls } from "./grant-payouts";
import { LGAS } from "./lgas.values";
import { kobo, koboOrNone } from "./money";
import { richText } from "./rich-text";
import { imagesOfRichText } from "./rich-text.values";
import { timelineEntry } from "./system-logs";
import { MAX_AGE } from "./user.values";

const budgetAmounts = {
  /** Amounts in kobo. `budget`: total. `committed`: approved but not paid yet. `paid`: paid. */
  budget: z.int(),
  committed: z.int(),
  paid: z.int(),
};

const programmeRow = z.object({
  id: z.string(),
  name: z.string(),
  sponsor: z.string(),
  state: z.enum(PROGRAMME_STATES),
  award_kind: z.enum(AWARD_KINDS),
  /** Kobo per application: the fixed award, or the maximum. */
  amount: z.int(),
  ...budgetAmounts,
  opens_at: instant.nullable(),
  closes_at: instant.nullable(),
  /** Number of applications in each state. */
  applications: z.record(z.enum(APPLICATION_STATES), z.int()),
  updated_at: instant,
  version,
});
/** A grant programme as a row of the list. */
export type ProgrammeRow = z.infer<typeof programmeRow>;

/** A question of a programme's application form. */
export const grantQuestion = z.strictObject({
  /** Id of the question, which stays the same when the question is moved or reworded. */
  id,
  kind: z.enum(GRANT_QUESTION_KINDS, "Choose a kind."),
  label: oneLine(300, 2).trim(),
  required: z.boolean(),
  /** Options, only for questions of the kind `choice`. */
  choices: z.array(oneLine(120, 1).trim()).max(QUESTION_CHOICES_MAX, `Use at most ${QUESTION_CHOICES_MAX} choices.`),
});
export type GrantQuestion = z.infer<typeof grantQuestion>;
/** A document that a programme's application form requests. */
export const requestedDocument = z.strictObject({
  id,
  label: oneLine(120, 2).trim(),
  required: z.boolean(),
  /** A photo of the applicant. It is compared with the photos of other applications by similarity. */
  is_photo: z.boolean(),
});
export type RequestedDocument = z.infer<typeof requestedDocument>;

const eligibility = {
  /** Minimum tier of the applicant; null for any. */
  tier_min: z.int().min(1).max(3).nullable(),
  /** LGAs of applicants; empty for every LGA. */
  lgas: z.array(z.enum(LGAS)).max(LGAS.length),
  age_min: z.int("Enter an age in whole years.").min(0, "An age is 0 or more.").max(MAX_AGE).nullable(),
  age_max: z.int("Enter an age in whole years.").min(0, "An age is 0 or more.").max(MAX_AGE).nullable(),
};

const programmeSingle = programmeRow.extend({
  purpose: z.string(),
  public_text: richText.nullable(),
  ...eligibility,
  group: personRef.nullable(),
  questions: z.array(grantQuestion),
  documents: z.array(requestedDocument),
  publishes_awards: z.boolean(),
  /** Unreserved kobo in the grants pool. */
  pool: z.int(),
  /** Missing fields that opening requires: field → instruction. */
  missing: z.record(z.string(), z.string()),
  copied_from: personRef.nullable(),
  timeline: z.array(timelineEntry),
});
/** A grant programme as shown on its own page. */
export type ProgrammeDetails = z.infer<typeof programmeSingle>;

const programmeFields = {
  name: oneLine(PROGRAMME_NAME_MAX, 2),
  sponsor: oneLine(SPONSOR_NAME_MAX),
  purpose: text(PROGRAMME_PURPOSE_MAX),
  public_text: richText
    .refine((text) => imagesOfRichText(text).length === 0, {
      error: "This text can't contain pictures.",
      // Skips the search for pictures if the text is invalid, because its structure can't be relied on.
      when: ({ issues }) => issues.length === 0,
    })
    .nullable(),
  award_kind: z.enum(AWARD_KINDS, "Choose one."),
  amount: koboOrNone,
  budget: koboOrNone,
  opens_at: instantInput.nullable(),
  closes_at: instantInput.nullable(),
  ...eligibility,
  group_id: id.nullable(),
  questions: z.array(grantQuestion).max(PROGRAMME_QUESTIONS_MAX, `Ask at most ${PROGRAMME_QUESTIONS_MAX} questions.`),
  documents: z
    .array(requestedDocument)
    .max(REQUESTED_DOCUMENTS_MAX, `Ask for at most ${REQUESTED_DOCUMENTS_MAX} documents.`),
  publishes_awards: z.boolean(),
};
type ProgrammeFields = z.output<z.ZodObject<typeof programmeFields>>;
/** Input of `checkProgramme`. Any field may be missing, because the function also runs if some fields are invalid. */
type PartialProgrammeFields = Partial<ProgrammeFields>;
/** Reports fields that contradict each other. Ignores missing fields. */
function checkProgramme(input: PartialProgrammeFields, context: z.RefinementCtx) {
  const wrong = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  if (input.opens_at && input.closes_at && Date.parse(input.closes_at) <= Date.parse(input.opens_at))
    wrong(["closes_at"], "The window has to close after it opens.");
  if (isAbove(input.age_min, input.age_max)) wrong(["age_max"], "The maximum age can't be less than the minimum age.");
  if (input.budget && isAbove(input.amount, input.budget))
    wrong(["amount"], "One grant can't be more than the whole budget.");
  const { questions = [], documents = [] } = input;
  const ids = [...questions, ...documents].map((each) => each.id);
  if (new Set(ids).size < ids.length) wrong(["questions"], "Give each question and document an id of its own.");
  for (const [index, { kind, choices }] of questions.entries()) {
    const distinctChoices = new Set(choices.map((choice) => choice.trim()));
    if (kind === "choice" && (choices.length < 2 || distinctChoices.size < choices.length))
      wrong(["questions", index, "choices"], "Give at least two different choices.");
    if (kind !== "choice" && choices.length) wrong(["questions", index, "choices"], "Only a choice has choices.");
  }
}
const isAbove = (left: number | null | undefined, right: number | null | undefined) =>
  left != null && right != null && left > right;
export const programmeCreation = z.strictObject(programmeFields).superRefine(checkProgramme);

const programmeListInput = listInput(PROGRAMME_LIST);

const overview = z.object({
  /** Kobo in the grants pool: total, and unreserved. */
  pool: z.int(),
  pool_available: z.int(),
  /** Budget amounts of all open and closed programmes together. */
  ...budgetAmounts,
  open: z.int(),
  applications: z.record(z.enum(APPLICATION_STATES), z.int()),
  /** Undecided applications flagged as duplicates. */
  flagged: z.int(),
  /** Applications that the caller can still score: fewer than two scores, none by the caller, no conflict of interest. */
  to_review: z.int(),
  /** Shortlisted applications with both scores. */
  to_decide: z.int(),
  /** Approved applications in no batch: number and kobo. */
  to_pay: z.object({ applications: z.int(), amount: z.int() }),
  failed: z.int(),
  programmes: z.array(programmeRow),
  by_day: z.array(z.object({ day, applications: z.int(), paid: z.int() })),
});
export type GrantOverview = z.infer<typeof overview>;

const programmeInput = z.strictObject({ programmeId: id });
const programmeVersion = z.strictObject({ programmeId: id, version });
/** Input that raises a programme's budget. */
export const programmeBudgetRaise = programmeVersion.extend({ budget: kobo, reason: text(GRANT_REASON_MAX, 3) });

/** Calls of the Grants module, with descriptions and schemas. */
export const grantCalls = {
  overview: endpoint(routes.overview, {
    summary: "Budgets, applications by state, and waiting work",
    input: noInput,
    output: overview,
  }),
  programmes: endpoint(routes.programmes, {
    summary: "Programmes, open ones first",
    input: programmeListInput,
    output: pageOf(programmeRow),
  }),
  groups: endpoint(routes.groups, {
    summary: "User groups that a programme can be for",
    input: noInput,
    output: listOf(personRef),
  }),
  createProgramme: endpoint(routes.createProgramme, {
    summary: "Create a draft",
    done: "Drafted a grant programme",
    input: programmeCreation,
    output: programmeSingle,
  }),
  programme: endpoint(routes.programme, { summary: "One programme", input: programmeInput, output: programmeSingle }),
  updateProgramme: endpoint(routes.updateProgramme, {
    summary: "Change a programme; after opening, what applicants have seen stays unchanged",
    done: "Changed a grant programme",
    input: z.strictObject({ programmeId: id, version, ...programmeFields }).superRefine(checkProgramme),
    output: programmeSingle,
  }),
  deleteProgramme: endpoint(routes.deleteProgramme, {
    summary: "Delete a draft",
    done: "Deleted the draft of a grant programme",
    input: programmeVersion,
    output: z.object({ id: z.string() }),
  }),
  copyProgramme: endpoint(routes.copyProgramme, {
    summary: "Duplicate a programme as a draft",
    done: "Copied a grant programme",
    input: programmeInput,
    output: programmeSingle,
  }),
  openProgramme: endpoint(routes.openProgramme, {
    summary: "Open a programme: its budget is reserved in the grants pool",
    done: "Opened a grant programme",
    input: programmeVersion,
    output: programmeSingle,
  }),
  closeProgramme: endpoint(routes.closeProgramme, {
    summary: "Close a programme for applications",
    done: "Closed a grant programme",
    input: programmeVersion,
    output: programmeSingle,
  }),
  completeProgramme: endpoint(routes.completeProgramme, {
    summary: "Complete a programme: the rest of its budget returns to the grants pool",
    done: "Completed a grant programme",
    input: programmeVersion,
    output: programmeSingle,
  }),
  raiseBudget: endpoint(routes.raiseBudget, {
    summary: "Raise the budget with money of the grants pool",
    done: "Raised the budget of a grant programme",
    input: programmeBudgetRaise,
    output: programmeSingle,
  }),
  exportAwards: endpoint(routes.exportAwards, {
    summary: "Make a link that downloads the award list",
    done: "Exported an award list",
    input: programmeInput.extend(exportFormat),
    output: exportLink,
  }),
  ...grantApplicationCalls,
  ...grantPayoutCalls,
  ...grantCallsFromApp,
};
