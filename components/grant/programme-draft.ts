import type { ComparedFields } from "@/components/common/form/current-version";
import { isSameValue } from "@/components/record-editor/draft-values";
import { parseNairaText, parseTypedNumber, parseWholeNumber } from "@/lib/client/parse-typed-number";
import type { GrantQuestion, ProgrammeDetails, RequestedDocument } from "@/lib/contract/grant";
import type { AwardKind } from "@/lib/contract/grant.values";
import type { Lga } from "@/lib/contract/lgas.values";
import { isEmptyText, type RichText } from "@/lib/contract/rich-text.values";
import { formatIfDate, formatMoney } from "@/lib/format";

/** Form values of a programme: naira and numbers as typed, "" if nothing is chosen. */
export type ProgrammeDraft = {
  name: string;
  sponsor: string;
  purpose: string;
  public_text: RichText | null;
  award_kind: AwardKind;
  amount: string;
  budget: string;
  opens_at: string | null;
  closes_at: string | null;
  tier_min: string;
  lgas: Lga[];
  age_min: string;
  age_max: string;
  group_id: string;
  questions: GrantQuestion[];
  documents: RequestedDocument[];
  publishes_awards: boolean;
};

const formatAmount = (kobo: number) => (kobo === 0 ? "" : formatMoney(kobo, ""));
const numberToText = (value: number | null) => (value === null ? "" : String(value));

/** Converts a grant programme to form values. */
export const draftFromProgramme = (programme: ProgrammeDetails): ProgrammeDraft => ({
  name: programme.name,
  sponsor: programme.sponsor,
  purpose: programme.purpose,
  public_text: isEmptyText(programme.public_text) ? null : programme.public_text,
  award_kind: programme.award_kind,
  amount: formatAmount(programme.amount),
  budget: formatAmount(programme.budget),
  opens_at: programme.opens_at,
  closes_at: programme.closes_at,
  tier_min: numberToText(programme.tier_min),
  lgas: programme.lgas,
  age_min: numberToText(programme.age_min),
  age_max: numberToText(programme.age_max),
  group_id: programme.group?.id ?? "",
  questions: programme.questions,
  documents: programme.documents,
  publishes_awards: programme.publishes_awards,
});

const parseKobo = (text: string) => parseTypedNumber(text, parseNairaText) ?? 0;
const parseNumber = (text: string) => parseTypedNumber(text, parseWholeNumber);

/** Converts form values to the contract's input. */
export const programmeInputOf = (draft: ProgrammeDraft) => ({
  ...draft,
  amount: parseKobo(draft.amount),
  budget: parseKobo(draft.budget),
  tier_min: parseNumber(draft.tier_min),
  age_min: parseNumber(draft.age_min),
  age_max: parseNumber(draft.age_max),
  group_id: draft.group_id || null,
  questions: draft.questions.map((question) => ({
    ...question,
    label: question.label.trim(),
    choices: question.kind === "choice" ? question.choices.map((choice) => choice.trim()).filter(Boolean) : [],
  })),
  documents: draft.documents.map((document) => ({ ...document, label: document.label.trim() })),
});

/** Returns the fields of a programme that are compared after an edit conflict. */
export function programmeDiffFields(base: ProgrammeDraft): ComparedFields<ProgrammeDraft> {
  const orNone = (text: string, none = "none") => text || none;
  const time = (instant: string | null) => (instant ? formatIfDate(instant) : "none");
  const changedText = <K extends keyof ProgrammeDraft>(key: K, words: (draft: ProgrammeDraft) => string) =>
    ((draft: ProgrammeDraft) => (isSameValue(draft[key], base[key]) ? words(draft) : `${words(draft)} (changed)`)) as (
      draft: ProgrammeDraft,
    ) => string;
  return [
    ["Name", ({ name }) => name],
    ["Sponsor", ({ sponsor }) => orNone(sponsor)],
    ["Purpose", ({ purpose }) => orNone(purpose)],
    ["Public text", changedText("public_text", ({ public_text }) => (public_text ? "written" : "none"))],
    ["Amount", ({ amount, award_kind }) => `${award_kind === "up_to" ? "up to " : ""}${orNone(amount)}`],
    ["Budget", ({ budget }) => orNone(budget)],
    ["Opens", ({ opens_at }) => time(opens_at)],
    ["Closes", ({ closes_at }) => time(closes_at)],
    ["Minimum tier", ({ tier_min }) => orNone(tier_min, "any")],
    ["LGAs", ({ lgas }) => orNone(lgas.join(", "), "all")],
    ["Age", ({ age_min, age_max }) => `${orNone(age_min, "any")} to ${orNone(age_max, "any")}`],
    ["User group", changedText("group_id", ({ group_id }) => (group_id ? "one group" : "everybody"))],
    ["Questions", changedText("questions", ({ questions }) => String(questions.length))],
    ["Documents", changedText("documents", ({ documents }) => String(documents.length))],
    ["Publishes the award list", ({ publishes_awards }) => (publishes_awards ? "yes" : "no")],
  ];
}
