import "server-only";
import { createHash, randomInt, randomUUID } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { GrantQuestion } from "@/lib/contract/grant";
import type { Database } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { users } from "@/lib/server/db/schema/user";
import { startDrawingProcess } from "@/lib/server/db/seed/draw";
import { drawPortrait } from "@/lib/server/db/seed/portrait";
import { createRandom, type SeedRandom } from "@/lib/server/db/seed/random";
import { ineligibleReasons } from "@/lib/server/grant/eligibility";
import { callAppApi, uploadToAppApi } from "./app-api";
import { randomCitizen } from "./random-citizen";

type Programme = typeof grantProgrammes.$inferSelect;
type UserRecord = typeof users.$inferSelect;

/** Maximum number of citizens to try until one is eligible. */
const MAX_TRIES = 12;
const BANK_SHARE = 0.4;
/** Share of applicants who use a shop's shared phone and are therefore flagged as duplicates. */
const SHOP_SHARE = 0.08;
const BANK_CODES = [
  ["First Bank", "011"],
  ["Access Bank", "044"],
  ["Zenith Bank", "057"],
] as const;
const TRADE_NAMES = ["Foodstuff", "Tailoring", "Fishing", "Palm oil", "Phone repairs", "Hairdressing", "Carpentry"];

const uploadSchema = z.object({ id: z.string() });

/** Applies for a grant as a simulated citizen, if the last application is older than this many seconds. @returns true if sent */
export async function simulateGrantApplication(db: Database, everySeconds: number): Promise<boolean> {
  if (await hasRecentApplication(db, everySeconds)) return false;
  const openProgrammes = await db.select().from(grantProgrammes).where(eq(grantProgrammes.state, "open")).limit(20);
  if (!openProgrammes.length) return false;
  const random = createRandom(randomUUID());
  const programme = random.pick(openProgrammes);
  const person = await findEligible(db, programme);
  if (!person) return false;
  const documents = await uploadDocuments(programme, person);
  if (!documents) return false;
  const device_id = random.chance(SHOP_SHARE) ? "simulated-shop" : `simulated-${person.id}`;
  const sent = await callAppApi("POST", `/grants/${programme.id}/applications`, {
    user_id: person.id,
    contact_phone: person.phone,
    payout: payoutInput(random, person),
    answers: programme.questions.map((question) => ({ question_id: question.id, answer: answerTo(random, question) })),
    documents,
    device_id,
    ...(programme.awardKind === "up_to" && { amount: pickKobo(programme.amount) }),
  });
  return sent !== null;
}

async function hasRecentApplication(db: Database, seconds: number): Promise<boolean> {
  const at = sql<boolean>`${grantApplications.submittedAt} > now() - make_interval(secs => ${seconds})`;
  const newest = desc(grantApplications.submittedAt);
  const [lastApplication] = await db.select({ isRecent: at }).from(grantApplications).orderBy(newest).limit(1);
  return lastApplication?.isRecent ?? false;
}

async function findEligible(db: Database, programme: Programme): Promise<UserRecord | null> {
  for (let n = 0; n < MAX_TRIES; n++) {
    const id = await randomCitizen(db);
    const [person] = id ? await db.select().from(users).where(eq(users.id, id)) : [];
    if (!person) return null;
    if (!(await ineligibleReasons(db, programme, person, { now: new Date() })).length) return person;
  }
  return null;
}

/** Draws and uploads the required documents. A person's photo shows the same face in all their applications. */
async function uploadDocuments({ documents }: Programme, person: UserRecord) {
  const requiredDocuments = documents.filter(({ required }) => required);
  const sent: { document_id: string; upload_id: string }[] = [];
  if (!requiredDocuments.length) return sent;
  const renderer = startDrawingProcess();
  try {
    for (const { id, label, is_photo } of requiredDocuments) {
      const svg = is_photo ? drawPhoto(person) : drawPage(label, person);
      const { bytes } = await renderer.draw(svg, { quality: 70, blur: 0, withHash: false });
      const upload = uploadSchema.safeParse(await uploadToAppApi("/uploads", bytes, "image/jpeg")).data;
      if (!upload) return null;
      sent.push({ document_id: id, upload_id: upload.id });
    }
  } finally {
    renderer.end();
  }
  return sent;
}

const drawPhoto = ({ id, gender, dateOfBirth }: UserRecord) => {
  const age = new Date().getUTCFullYear() - Number(dateOfBirth.slice(0, 4));
  const portraitSvg = drawPortrait({ key: id, gender: gender === "male" ? "male" : "female", age }, randomUUID());
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="720" viewBox="0 0 200 240"><rect width="200" height="240" fill="#c9d3dc"/>${portraitSvg}</svg>`;
};

const drawPage = (label: string, { firstName, lastName }: UserRecord) => {
  const lines = ["SIMULATED DOCUMENT", label, `${firstName} ${lastName}`, randomUUID()].map(
    (line, at) => `<text x="40" y="${100 + at * 60}" font-size="28" font-family="sans-serif">${escapeXml(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000"><rect width="800" height="1000" fill="#fff"/>${lines.join("")}</svg>`;
};
const escapeXml = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

function payoutInput(random: SeedRandom, { id, firstName, lastName }: UserRecord) {
  if (!random.chance(BANK_SHARE)) return { kind: "wallet" };
  const [bank, bank_code] = random.pick(BANK_CODES);
  const digits = createHash("sha256").update(id).digest().readUInt32BE(0);
  const account_number = String(digits).padStart(10, "0");
  return { kind: "bank", bank, bank_code, account_number, account_name: `${firstName} ${lastName}` };
}

function answerTo(random: SeedRandom, { kind, choices }: Pick<GrantQuestion, "kind" | "choices">): string {
  if (kind === "number") return String(1 + randomInt(20));
  if (kind === "yes_no") return random.chance(0.7) ? "yes" : "no";
  return kind === "choice" ? random.pick(choices) : random.pick(TRADE_NAMES);
}

/** Returns a random amount between half and all of the maximum, in kobo of whole naira. */
const pickKobo = (most: number) => Math.max(1, Math.min(most, Math.ceil((most * (50 + randomInt(51))) / 10_000) * 100));
