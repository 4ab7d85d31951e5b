import "server-only";
import { eq, inArray } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { Transaction } from "@/lib/server/db/client";
import { files } from "@/lib/server/db/schema/file";
import type { grantDocuments } from "@/lib/server/db/schema/grant";
import { kycDocuments } from "@/lib/server/db/schema/kyc";
import { demoAdminId } from "@/lib/server/db/seed/admins";
import { addMs, HOUR_MS } from "@/lib/server/db/seed/clock";
import {
  type DuplicateCheckKey,
  duplicateCheckKeysOf,
  duplicateCheckKeysOfUser,
} from "@/lib/server/grant/duplicate-check-keys";
import { type DuplicateMatch, duplicateKindsOf, matchKey } from "@/lib/server/grant/find-duplicate-matches";
import type { PastApplication, PastProgramme } from "./model";

type DocumentInsert = typeof grantDocuments.$inferInsert;
type ApplicationDuplicateCheckKey = DuplicateCheckKey & { applicationId: string };

/** Copies selfies and identity cards from identity requests to the documents of the applicants, each as a file of its own. */
export async function copyIdentityDocuments(tx: Transaction, all: readonly PastProgramme[]): Promise<DocumentInsert[]> {
  const documentRequests = all.flatMap(({ row, applications }) =>
    applications.flatMap(({ kyc, row: own }) =>
      kyc && row.documents.length ? [{ kyc, own, asked: row.documents }] : [],
    ),
  );
  const ids = [...new Set(documentRequests.map(({ kyc }) => kyc.id))];
  const found = await tx
    .select({ document: kycDocuments, bytes: files.bytes })
    .from(kycDocuments)
    .innerJoin(files, eq(files.id, kycDocuments.fileId))
    .where(inArray(kycDocuments.kycId, ids));
  const copies: (typeof files.$inferInsert)[] = [];
  const documentRows: DocumentInsert[] = [];
  for (const { kyc, own, asked: requestedDocuments } of documentRequests)
    for (const [position, { id: requestedId, label, is_photo: isPhoto }] of requestedDocuments.entries()) {
      const kind = isPhoto ? "selfie" : "front";
      const source = found.find(({ document }) => document.kycId === kyc.id && document.kind === kind);
      if (!source) continue;
      const { kycId: _kyc, kind: _kind, ...picture } = source.document;
      const fileId = uuid();
      copies.push({ id: fileId, contentType: "image/jpeg", bytes: source.bytes });
      const createdAt = addMs(own.submittedAt, position);
      documentRows.push({
        ...pictureColumns(picture),
        id: uuid(),
        fileId,
        applicationId: own.id,
        askedId: requestedId,
        label,
        isPhoto,
        createdAt,
      });
    }
  for (let from = 0; from < copies.length; from += 50) await tx.insert(files).values(copies.slice(from, from + 50));
  return documentRows;
}

const pictureColumns = ({
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

/** Returns the duplicate-check keys of all applications. Flags applications that share a key as duplicates. */
export async function buildDuplicateCheckKeys(
  tx: Transaction,
  all: readonly PastApplication[],
  documents: readonly DocumentInsert[],
): Promise<ApplicationDuplicateCheckKey[]> {
  const checkKeys: ApplicationDuplicateCheckKey[] = [];
  for (const { row, person, account, device } of all) {
    const own = documents.filter(({ applicationId }) => applicationId === row.id);
    const submitted = await duplicateCheckKeysOf(tx, {
      contactPhone: row.contactPhone,
      account: account && row.bankCode ? { bankCode: row.bankCode, accountNumber: account } : null,
      deviceId: device,
      fileHashes: own.map(({ fileHash }) => fileHash ?? ""),
    });
    const known = await duplicateCheckKeysOfUser(tx, person);
    checkKeys.push(...[...submitted, ...known].map((checkKey) => ({ ...checkKey, applicationId: row.id })));
  }
  markDuplicates(all, checkKeys);
  return checkKeys;
}

function markDuplicates(all: readonly PastApplication[], checkKeys: readonly ApplicationDuplicateCheckKey[]): void {
  const known = new Map(all.map((each) => [each.row.id, each]));
  const idsByKey = new Map<string, string[]>();
  for (const { kind, value, applicationId } of checkKeys)
    idsByKey.set(`${kind} ${value}`, [...(idsByKey.get(`${kind} ${value}`) ?? []), applicationId]);
  const matchesById = new Map<string, DuplicateMatch[]>();
  for (const { kind, value, applicationId } of checkKeys)
    for (const other of idsByKey.get(`${kind} ${value}`) ?? []) {
      const [first, second] = [known.get(applicationId), known.get(other)];
      if (!first || !second || first.row.userId === second.row.userId) continue;
      const match = { kind, value, applicationId: other, reference: second.row.reference };
      matchesById.set(applicationId, [...(matchesById.get(applicationId) ?? []), match]);
    }
  for (const [id, found] of matchesById) {
    const row = known.get(id)?.row;
    if (!row) continue;
    row.duplicates = duplicateKindsOf(found);
    if (row.amount !== null) clearDuplicates(row, found);
  }
}

/** Confirms that an application is no duplicate, because otherwise it could not be approved. */
function clearDuplicates(row: PastApplication["row"], found: readonly DuplicateMatch[]): void {
  row.duplicatesClearedBy = demoAdminId("owner");
  row.duplicatesClearedAt = addMs(row.decidedAt ?? row.submittedAt, -HOUR_MS);
  row.duplicatesClearedReason = "Called both: they live in one house and are two people.";
  row.duplicatesClearedOf = [...new Set(found.map(matchKey))];
}
