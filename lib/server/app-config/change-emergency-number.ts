import "server-only";
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { EmergencyNumberCategory } from "@/lib/contract/app-config.values";
import { LGAS, type Lga } from "@/lib/contract/lgas.values";
import { abbreviateList } from "@/lib/contract/words.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { lagosDayOf } from "@/lib/server/base/time";
import type { Transaction } from "@/lib/server/db/client";
import { emergencyNumbers } from "@/lib/server/db/schema/emergency-numbers";
import { reorderRows } from "@/lib/server/lists/reorder";
import { rejectStaleVersion, updateVersionedRecord } from "@/lib/server/records/version";
import {
  type EmergencyNumberRow,
  emergencyNumberRecordRef,
  listEmergencyNumbers,
  lockEmergencyNumbers,
  readEmergencyNumber,
} from "./read-emergency-numbers";

type NumberFields = { name: string; number: string; category: EmergencyNumberCategory; lga: Lga | null };
type Ref = { numberId: string; version: number };

const digits = (number: string) => number.replace(/[ -]/g, "");
const said = ({ name, number, category, lga }: NumberFields) => ({ name, number, category, lga: lga ?? "Whole state" });

/** Adds an emergency number. @throws 409 if the same number exists for this place and category */
export async function createEmergencyNumber({ tx, audit }: WriteContext, input: NumberFields) {
  const all = await lockEmergencyNumbers(tx);
  refuseDuplicate(all, input);
  const [created] = await tx
    .insert(emergencyNumbers)
    .values({
      id: uuid(),
      ...input,
      name: input.name.trim(),
      position: Math.max(-1, ...all.map((each) => each.position)) + 1,
    })
    .returning();
  if (!created) throw new Error("The emergency number was not inserted.");
  audit({ record: emergencyNumberRecordRef(created), after: said(created) });
  return readEmergencyNumber(tx, created.id);
}

/**
 * Changes an emergency number. A different number must be verified again.
 * @throws 404; 409 with the current number if it has changed; 409 if the number already exists or an LGA would lose its last one
 */
export async function updateEmergencyNumber(
  { tx, audit }: WriteContext,
  { numberId, version, ...fields }: NumberFields & Ref,
) {
  const all = await lockEmergencyNumbers(tx);
  const before = await findNumber(tx, all, { numberId, version });
  refuseDuplicate(all, fields, before.id);
  const others = all.filter(({ id }) => id !== before.id);
  refuseLastNumber(all, [...others, { lga: fields.lga }], `${before.name} is the last number for`);
  const isNewNumber = digits(fields.number) !== digits(before.number);
  const after = await updateVersionedRecord(tx, emergencyNumbers, before.id, {
    ...fields,
    name: fields.name.trim(),
    ...(isNewNumber && { verifiedOn: null, verifiedBy: null }),
  });
  audit({
    record: emergencyNumberRecordRef(after),
    before: { ...said(before), ...(isNewNumber && { verified_on: before.verifiedOn }) },
    after: { ...said(after), ...(isNewNumber && { verified_on: null }) },
  });
  return readEmergencyNumber(tx, after.id);
}

/**
 * Records that an admin called the emergency number today and it was answered.
 * @throws 404; 409 with the current number if it has changed
 */
export async function verifyEmergencyNumber({ tx, admin, audit }: WriteContext, input: Ref) {
  const before = await findNumber(tx, await lockEmergencyNumbers(tx), input);
  const today = lagosDayOf(new Date());
  await updateVersionedRecord(tx, emergencyNumbers, before.id, { verifiedOn: today, verifiedBy: admin.id });
  audit({
    record: emergencyNumberRecordRef(before),
    before: { verified_on: before.verifiedOn },
    after: { verified_on: today },
  });
  return readEmergencyNumber(tx, before.id);
}

/** Reorders the emergency numbers. @throws 409 with all numbers if numbers were added or deleted */
export async function orderEmergencyNumbers({ tx, audit }: WriteContext, ids: string[]) {
  const all = await lockEmergencyNumbers(tx);
  const order = await reorderRows(tx, emergencyNumbers, ids, {
    nouns: "numbers",
    all,
    current: () => listEmergencyNumbers(tx),
  });
  audit({ record: null, before: { order: order.before }, after: { order: order.after } });
  return listEmergencyNumbers(tx);
}

/** Deletes an emergency number. @throws 404; 409 if it has changed, with its current state, or if an LGA would lose its last number */
export async function deleteEmergencyNumber({ tx, audit }: WriteContext, input: Ref) {
  const all = await lockEmergencyNumbers(tx);
  const removed = await findNumber(tx, all, input);
  const others = all.filter(({ id }) => id !== removed.id);
  refuseLastNumber(all, others, `${removed.name} is the last number for`);
  await tx.delete(emergencyNumbers).where(eq(emergencyNumbers.id, removed.id));
  audit({ record: emergencyNumberRecordRef(removed), before: said(removed) });
  return { id: removed.id };
}

async function findNumber(
  tx: Transaction,
  all: readonly EmergencyNumberRow[],
  { numberId, version }: Ref,
): Promise<EmergencyNumberRow> {
  const found = all.find(({ id }) => id === numberId);
  if (!found) throw refuse.notFound("emergency number");
  await rejectStaleVersion("emergency number", found, version, () => readEmergencyNumber(tx, found.id));
  return found;
}

function refuseDuplicate(
  all: readonly EmergencyNumberRow[],
  { number, category, lga }: NumberFields,
  exceptId?: string,
): void {
  const same = all.find(
    (each) =>
      each.id !== exceptId && each.lga === lga && each.category === category && digits(each.number) === digits(number),
  );
  if (!same) return;
  const message = `${same.name} has this number for the same place already.`;
  throw refuse.conflict(message);
}

/**
 * Refuses a change that leaves an LGA (local government area) without an emergency number: its own, or one for the whole state. Ignores
 * LGAs that had none before.
 */
function refuseLastNumber(
  before: readonly { lga: Lga | null }[],
  after: readonly { lga: Lga | null }[],
  subject: string,
): void {
  const isCovered = (numbers: readonly { lga: Lga | null }[], lga: Lga) =>
    numbers.some((each) => each.lga === null || each.lga === lga);
  const uncovered = LGAS.filter((lga) => isCovered(before, lga) && !isCovered(after, lga));
  if (!uncovered.length) return;
  const names = abbreviateList(uncovered) + (uncovered.length > 3 ? " LGAs" : "");
  throw refuse.conflict(`${subject} ${names}, so this would leave people there without one. Add another number first.`);
}
