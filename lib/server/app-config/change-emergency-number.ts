import "server-only";
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { EmergencyCategory } from "@/lib/contract/app-config.values";
import { LGAS, type Lga } from "@/lib/contract/kyc.values";
import { fewOf } from "@/lib/contract/words.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { dayOf } from "@/lib/server/base/time";
import type { Transaction } from "@/lib/server/db/client";
import { emergencyNumbers } from "@/lib/server/db/schema/emergency-numbers";
import { reorder } from "@/lib/server/lists/order";
import { rejectStaleVersion, saveVersion } from "@/lib/server/records/version";
import { listNumbers, lockNumbers, type NumberRow, numberRecord, oneNumber } from "./read-emergency-numbers";

type Fields = { name: string; number: string; category: EmergencyCategory; lga: Lga | null };
type One = { numberId: string; version: number };

const digits = (number: string) => number.replace(/[ -]/g, "");
const said = ({ name, number, category, lga }: Fields) => ({ name, number, category, lga: lga ?? "Whole state" });

/** Adds a number. @throws 409 if the same number exists for this place and category */
export async function createNumber({ tx, audit }: WriteContext, input: Fields) {
  const all = await lockNumbers(tx);
  refuseSame(all, input);
  const [made] = await tx
    .insert(emergencyNumbers)
    .values({
      id: uuid(),
      ...input,
      name: input.name.trim(),
      position: Math.max(-1, ...all.map((each) => each.position)) + 1,
    })
    .returning();
  if (!made) throw new Error("The emergency number was not inserted.");
  audit({ record: numberRecord(made), after: said(made) });
  return oneNumber(tx, made.id);
}

/**
 * Changes a number. A different number must be verified again.
 * @throws 404; 409 with the current number if it has changed; 409 if the number already exists or an LGA would lose its last one
 */
export async function updateNumber({ tx, audit }: WriteContext, { numberId, version, ...fields }: Fields & One) {
  const all = await lockNumbers(tx);
  const before = await current(tx, all, { numberId, version });
  refuseSame(all, fields, before.id);
  const others = all.filter(({ id }) => id !== before.id);
  refuseLast(all, [...others, { lga: fields.lga }], `${before.name} is the last number for`);
  const isOther = digits(fields.number) !== digits(before.number);
  const after = await saveVersion(tx, emergencyNumbers, before.id, {
    ...fields,
    name: fields.name.trim(),
    ...(isOther && { verifiedOn: null, verifiedBy: null }),
  });
  audit({
    record: numberRecord(after),
    before: { ...said(before), ...(isOther && { verified_on: before.verifiedOn }) },
    after: { ...said(after), ...(isOther && { verified_on: null }) },
  });
  return oneNumber(tx, after.id);
}

/** Records that a call to the number was answered today. @throws 404; 409 with the current number if it has changed */
export async function verifyNumber({ tx, admin, audit }: WriteContext, input: One) {
  const before = await current(tx, await lockNumbers(tx), input);
  const today = dayOf(new Date());
  await saveVersion(tx, emergencyNumbers, before.id, { verifiedOn: today, verifiedBy: admin.id });
  audit({ record: numberRecord(before), before: { verified_on: before.verifiedOn }, after: { verified_on: today } });
  return oneNumber(tx, before.id);
}

/** Reorders the numbers. @throws 409 with all numbers if others exist now */
export async function orderNumbers({ tx, audit }: WriteContext, ids: string[]) {
  const all = await lockNumbers(tx);
  const order = await reorder(tx, emergencyNumbers, ids, { nouns: "numbers", all, current: () => listNumbers(tx) });
  audit({ record: null, before: { order: order.before }, after: { order: order.after } });
  return listNumbers(tx);
}

/** Deletes a number. @throws 404; 409 if it has changed, with its current state, or if an LGA would lose its last number */
export async function deleteNumber({ tx, audit }: WriteContext, input: One) {
  const all = await lockNumbers(tx);
  const gone = await current(tx, all, input);
  const others = all.filter(({ id }) => id !== gone.id);
  refuseLast(all, others, `${gone.name} is the last number for`);
  await tx.delete(emergencyNumbers).where(eq(emergencyNumbers.id, gone.id));
  audit({ record: numberRecord(gone), before: said(gone) });
  return { id: gone.id };
}

async function current(tx: Transaction, all: readonly NumberRow[], { numberId, version }: One): Promise<NumberRow> {
  const found = all.find(({ id }) => id === numberId);
  if (!found) throw refuse.notFound("emergency number");
  await rejectStaleVersion("emergency number", found, version, () => oneNumber(tx, found.id));
  return found;
}

function refuseSame(all: readonly NumberRow[], { number, category, lga }: Fields, except?: string): void {
  const same = all.find(
    (each) =>
      each.id !== except && each.lga === lga && each.category === category && digits(each.number) === digits(number),
  );
  if (!same) return;
  const message = `${same.name} has this number for the same place already.`;
  throw refuse.conflict(message);
}

/** Refuses to take away an LGA's last number, its own or one for the whole state. LGAs without a number before are ignored. */
function refuseLast(
  before: readonly { lga: Lga | null }[],
  after: readonly { lga: Lga | null }[],
  words: string,
): void {
  const reached = (numbers: readonly { lga: Lga | null }[], lga: Lga) =>
    numbers.some((each) => each.lga === null || each.lga === lga);
  const lost = LGAS.filter((lga) => reached(before, lga) && !reached(after, lga));
  if (!lost.length) return;
  const names = fewOf(lost) + (lost.length > 3 ? " LGAs" : "");
  throw refuse.conflict(`${words} ${names}, so this would leave people there without one. Add another number first.`);
}
