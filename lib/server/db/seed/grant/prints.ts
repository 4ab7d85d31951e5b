import "server-only";
import { eq, inArray } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { Transaction } from "@/lib/server/db/client";
import { files } from "@/lib/server/db/schema/file";
import type { grantDocuments } from "@/lib/server/db/schema/grant";
import { kycDocuments } from "@/lib/server/db/schema/kyc";
import { adminId } from "@/lib/server/db/seed/admins";
import { HOUR, later } from "@/lib/server/db/seed/clock";
import { kindsOf, type Match, pairOf } from "@/lib/server/grant/find-same-prints";
import { type Fingerprint, fingerprintsOf, personPrints } from "@/lib/server/grant/fingerprints";
import type { PastApplication, PastProgramme } from "./model";

type Document = typeof grantDocuments.$inferInsert;
type Print = Fingerprint & { applicationId: string };

/** Copies selfies and cards of identity requests as the applicants' documents, each with its own file. */
export async function documentsOf(tx: Transaction, all: readonly PastProgramme[]): Promise<Document[]> {
  const wanted = all.flatMap(({ row, applications }) =>
    applications.flatMap(({ kyc, row: own }) =>
      kyc && row.documents.length ? [{ kyc, own, asked: row.documents }] : [],
    ),
  );
  const ids = [...new Set(wanted.map(({ kyc }) => kyc.id))];
  const found = await tx
    .select({ document: kycDocuments, bytes: files.bytes })
    .from(kycDocuments)
    .innerJoin(files, eq(files.id, kycDocuments.fileId))
    .where(inArray(kycDocuments.kycId, ids));
  const copies: (typeof files.$inferInsert)[] = [];
  const made: Document[] = [];
  for (const { kyc, own, asked } of wanted)
    for (const [place, { id: askedId, label, is_photo: isPhoto }] of asked.entries()) {
      const kind = isPhoto ? "selfie" : "front";
      const source = found.find(({ document }) => document.kycId === kyc.id && document.kind === kind);
      if (!source) continue;
      const { kycId: _kyc, kind: _kind, ...picture } = source.document;
      const fileId = uuid();
      copies.push({ id: fileId, contentType: "image/jpeg", bytes: source.bytes });
      const createdAt = later(own.submittedAt, place);
      made.push({
        ...pictureOf(picture),
        id: uuid(),
        fileId,
        applicationId: own.id,
        askedId,
        label,
        isPhoto,
        createdAt,
      });
    }
  for (let from = 0; from < copies.length; from += 50) await tx.insert(files).values(copies.slice(from, from + 50));
  return made;
}

const pictureOf = ({
  contentType,
  width,
  height,
  fileHash,
  thumbnail,
  photoHash,
  photoHash0,
  photoHash1,
  photoHash2,
  photoHash3,
}: Omit<typeof kycDocuments.$inferSelect, "kycId" | "kind">) => ({
  contentType,
  width,
  height,
  fileHash,
  thumbnail,
  photoHash,
  photoHash0,
  photoHash1,
  photoHash2,
  photoHash3,
});

/** Returns the fingerprints of all applications; marks those that share one as duplicates in their rows. */
export async function printAll(
  tx: Transaction,
  all: readonly PastApplication[],
  documents: readonly Document[],
): Promise<Print[]> {
  const prints: Print[] = [];
  for (const { row, person, account, device } of all) {
    const own = documents.filter(({ applicationId }) => applicationId === row.id);
    const submitted = fingerprintsOf({
      contactPhone: row.contactPhone,
      account: account && row.bankCode ? { bankCode: row.bankCode, accountNumber: account } : null,
      deviceId: device,
      fileHashes: own.map(({ fileHash }) => fileHash ?? ""),
    });
    const known = await personPrints(tx, person);
    prints.push(...[...submitted, ...known].map((print) => ({ ...print, applicationId: row.id })));
  }
  flag(all, prints);
  return prints;
}

function flag(all: readonly PastApplication[], prints: readonly Print[]): void {
  const known = new Map(all.map((each) => [each.row.id, each]));
  const same = new Map<string, string[]>();
  for (const { kind, value, applicationId } of prints)
    same.set(`${kind} ${value}`, [...(same.get(`${kind} ${value}`) ?? []), applicationId]);
  const matches = new Map<string, Match[]>();
  for (const { kind, value, applicationId } of prints)
    for (const other of same.get(`${kind} ${value}`) ?? []) {
      const [one, two] = [known.get(applicationId), known.get(other)];
      if (!one || !two || one.row.userId === two.row.userId) continue;
      const match = { kind, value, applicationId: other, reference: two.row.reference };
      matches.set(applicationId, [...(matches.get(applicationId) ?? []), match]);
    }
  for (const [id, found] of matches) {
    const row = known.get(id)?.row;
    if (!row) continue;
    row.duplicates = kindsOf(found);
    if (row.amount !== null) clear(row, found);
  }
}

/** Clears the duplicates of an application, as required before its approval. */
function clear(row: PastApplication["row"], found: readonly Match[]): void {
  row.duplicatesClearedBy = adminId("owner");
  row.duplicatesClearedAt = later(row.decidedAt ?? row.submittedAt, -HOUR);
  row.duplicatesClearedReason = "Called both: they live in one house and are two people.";
  row.duplicatesClearedOf = [...new Set(found.map(pairOf))];
}
