import "server-only";
import { eq } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { GrantQuestion, grantCalls, RequestedDocument } from "@/lib/contract/grant";
import { LGAS, type Lga } from "@/lib/contract/lgas.values";
import { imagesOfRichText, isEmptyText, plainTextOf } from "@/lib/contract/rich-text.values";
import { formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import type { grantProgrammes } from "@/lib/server/db/schema/grant";
import { userGroups } from "@/lib/server/db/schema/user";
import type { ProgrammeRecord } from "./programme-record";

/** Input of the call that creates a programme: the fields of the programme form. */
export type ProgrammeFields = InputOf<typeof grantCalls.createProgramme>;

/** Maximum length in characters of a text in the audit trail, whose rows are never deleted. */
const MAX_CHARACTERS = 2_000;

/** Builds a 400 refusal with the message at one form field. */
export const fieldRefusal = (field: string, message: string) => refuse.badInput(message, { [field]: message });

/** Sorts LGAs in the order of `LGAS` and removes duplicates, so that equal sets compare as equal. */
export const sortedLgas = (lgas: readonly Lga[]): Lga[] => LGAS.filter((lga) => lgas.includes(lga));

/**
 * Converts the fields of the programme form to database columns, and locks the chosen user group.
 * @throws 400 for a missing group, or a text with pictures
 */
export async function programmeColumns(tx: Transaction, input: ProgrammeFields) {
  await refuseUnknownGroup(tx, input.group_id);
  const publicText = isEmptyText(input.public_text) ? null : input.public_text;
  if (publicText && imagesOfRichText(publicText).length)
    throw fieldRefusal("public_text", "Pictures can't be shown in this text. Remove them and save again.");
  return {
    name: input.name.trim(),
    sponsor: input.sponsor.trim(),
    purpose: input.purpose.trim(),
    publicText,
    awardKind: input.award_kind,
    amount: input.amount,
    budget: input.budget,
    opensAt: input.opens_at === null ? null : new Date(input.opens_at),
    closesAt: input.closes_at === null ? null : new Date(input.closes_at),
    tierMin: input.tier_min,
    lgas: sortedLgas(input.lgas),
    groupId: input.group_id,
    ageMin: input.age_min,
    ageMax: input.age_max,
    questions: input.questions,
    documents: input.documents,
    publishesAwards: input.publishes_awards,
  } satisfies Partial<typeof grantProgrammes.$inferInsert>;
}
/** Columns of a programme that its form sets. */
export type ProgrammeColumns = Awaited<ReturnType<typeof programmeColumns>>;

async function refuseUnknownGroup(tx: Transaction, id: string | null): Promise<void> {
  if (id === null) return;
  const found = await tx.select({ id: userGroups.id }).from(userGroups).where(eq(userGroups.id, id)).for("key share");
  if (!found.length) throw fieldRefusal("group_id", "This user group does not exist any more. Choose another.");
}

/** Returns the fields of a programme under the names used in the audit trail. */
export async function programmeAuditFieldsOf(tx: Transaction, programme: ProgrammeRecord) {
  return {
    name: programme.name,
    sponsor: programme.sponsor,
    purpose: programme.purpose,
    public_text: programme.publicText && plainTextOf(programme.publicText).slice(0, MAX_CHARACTERS),
    award_kind: programme.awardKind,
    amount: formatMoney(programme.amount),
    budget: formatMoney(programme.budget),
    opens_at: programme.opensAt?.toISOString() ?? null,
    closes_at: programme.closesAt?.toISOString() ?? null,
    tier_min: programme.tierMin,
    lgas: programme.lgas.join(", ") || null,
    group: await groupName(tx, programme.groupId),
    age_min: programme.ageMin,
    age_max: programme.ageMax,
    questions: programme.questions.map(describeQuestion).join("; ") || null,
    documents: programme.documents.map(describeDocument).join("; ") || null,
    publishes_awards: programme.publishesAwards,
  };
}

async function groupName(tx: Transaction, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [group] = await tx.select({ name: userGroups.name }).from(userGroups).where(eq(userGroups.id, id));
  return group?.name ?? null;
}

const describeQuestion = ({ label, kind, required, choices }: GrantQuestion) =>
  `${label} (${[kind, required ? "required" : "optional", ...choices].join(", ")})`;
const describeDocument = ({ label, required, is_photo }: RequestedDocument) =>
  `${label} (${[required ? "required" : "optional", ...(is_photo ? ["photo"] : [])].join(", ")})`;
