import "server-only";
import { createHash, randomInt, randomUUID } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { GrantQuestion } from "@/lib/contract/grant";
import type { Database } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { users } from "@/lib/server/db/schema/user";
import { startDrawing } from "@/lib/server/db/seed/draw";
import { portrait } from "@/lib/server/db/seed/portrait";
import { type Random, randomOf } from "@/lib/server/db/seed/random";
import { ineligibleFor } from "@/lib/server/grant/eligibility";
import { randomCitizen } from "./anybody";
import { callAppApi, uploadToAppApi } from "./app-api";

type Programme = typeof grantProgrammes.$inferSelect;
type Person = typeof users.$inferSelect;

/** Maximum number of citizens that are tried until one is eligible. */
const TRIES = 12;
const BANK_SHARE = 0.4;
/** Share of applicants on a shop's shared phone: they are flagged as duplicates. */
const SHOP_SHARE = 0.08;
const BANKS = [
  ["First Bank", "011"],
  ["Access Bank", "044"],
  ["Zenith Bank", "057"],
] as const;
const TRADES = ["Foodstuff", "Tailoring", "Fishing", "Palm oil", "Phone repairs", "Hairdressing", "Carpentry"];

const uploaded = z.object({ id: z.string() });

/**
 * Applies for an open grant as a simulated citizen, unless an application arrived within these seconds.
 * @returns whether an application was sent
 */
export async function applyNowAndThen(db: Database, everySeconds: number): Promise<boolean> {
  if (await isRecent(db, everySeconds)) return false;
  const open = await db.select().from(grantProgrammes).where(eq(grantProgrammes.state, "open")).limit(20);
  if (!open.length) return false;
  const random = randomOf(randomUUID());
  const programme = random.pick(open);
  const person = await somebodyEligible(db, programme);
  if (!person) return false;
  const documents = await documentsOf(programme, person);
  if (!documents) return false;
  const device_id = random.chance(SHOP_SHARE) ? "simulated-shop" : `simulated-${person.id}`;
  const sent = await callAppApi("POST", `/grants/${programme.id}/applications`, {
    user_id: person.id,
    contact_phone: person.phone,
    payout: payoutOf(random, person),
    answers: programme.questions.map((question) => ({ question_id: question.id, answer: answerTo(random, question) })),
    documents,
    device_id,
    ...(programme.awardKind === "up_to" && { amount: wished(programme.amount) }),
  });
  return sent !== null;
}

async function isRecent(db: Database, seconds: number): Promise<boolean> {
  const at = sql<boolean>`${grantApplications.submittedAt} > now() - make_interval(secs => ${seconds})`;
  const newest = desc(grantApplications.submittedAt);
  const [last] = await db.select({ isRecent: at }).from(grantApplications).orderBy(newest).limit(1);
  return last?.isRecent ?? false;
}

async function somebodyEligible(db: Database, programme: Programme): Promise<Person | null> {
  for (let n = 0; n < TRIES; n++) {
    const id = await randomCitizen(db);
    const [person] = id ? await db.select().from(users).where(eq(users.id, id)) : [];
    if (!person) return null;
    if (!(await ineligibleFor(db, programme, person, { now: new Date() })).length) return person;
  }
  return null;
}

/** Draws and uploads the required documents. A person's photo shows the same face in all their applications. */
async function documentsOf({ documents }: Programme, person: Person) {
  const wanted = documents.filter(({ required }) => required);
  const sent: { document_id: string; upload_id: string }[] = [];
  if (!wanted.length) return sent;
  const artist = startDrawing();
  try {
    for (const { id, label, is_photo } of wanted) {
      const svg = is_photo ? photoOf(person) : pageOf(label, person);
      const { bytes } = await artist.draw(svg, { quality: 70, blur: 0, withHash: false });
      const upload = uploaded.safeParse(await uploadToAppApi("/uploads", bytes, "image/jpeg")).data;
      if (!upload) return null;
      sent.push({ document_id: id, upload_id: upload.id });
    }
  } finally {
    artist.end();
  }
  return sent;
}

const photoOf = ({ id, gender, dateOfBirth }: Person) => {
  const age = new Date().getUTCFullYear() - Number(dateOfBirth.slice(0, 4));
  const face = portrait({ key: id, gender: gender === "male" ? "male" : "female", age }, randomUUID());
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="720" viewBox="0 0 200 240"><rect width="200" height="240" fill="#c9d3dc"/>${face}</svg>`;
};

const pageOf = (label: string, { firstName, lastName }: Person) => {
  const lines = ["SIMULATED DOCUMENT", label, `${firstName} ${lastName}`, randomUUID()].map(
    (line, at) => `<text x="40" y="${100 + at * 60}" font-size="28" font-family="sans-serif">${escaped(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000"><rect width="800" height="1000" fill="#fff"/>${lines.join("")}</svg>`;
};
const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

function payoutOf(random: Random, { id, firstName, lastName }: Person) {
  if (!random.chance(BANK_SHARE)) return { kind: "wallet" };
  const [bank, bank_code] = random.pick(BANKS);
  const digits = createHash("sha256").update(id).digest().readUInt32BE(0);
  const account_number = String(digits).padStart(10, "0");
  return { kind: "bank", bank, bank_code, account_number, account_name: `${firstName} ${lastName}` };
}

function answerTo(random: Random, { kind, choices }: Pick<GrantQuestion, "kind" | "choices">): string {
  if (kind === "number") return String(1 + randomInt(20));
  if (kind === "yes_no") return random.chance(0.7) ? "yes" : "no";
  return kind === "choice" ? random.pick(choices) : random.pick(TRADES);
}

/** Returns a random amount between half and all of the maximum, in kobo of whole naira. */
const wished = (most: number) => Math.max(1, Math.min(most, Math.ceil((most * (50 + randomInt(51))) / 10_000) * 100));
