import "server-only";
import { eq } from "drizzle-orm";
import type { KycDetails } from "@/lib/contract/kyc";
import { DOCUMENT_KINDS } from "@/lib/contract/kyc.values";
import type { Queryable } from "@/lib/server/db/client";
import { kycDocuments } from "@/lib/server/db/schema/kyc";
import { pageCountSql } from "@/lib/server/files/pages";

/** Returns a request's current documents in the order of their kinds, and the replaced ones newest first. */
export async function readKycDocuments(
  db: Queryable,
  kycId: string,
): Promise<Pick<KycDetails, "documents" | "replaced">> {
  const rows = await db
    .select({
      id: kycDocuments.id,
      kind: kycDocuments.kind,
      content_type: kycDocuments.contentType,
      width: kycDocuments.width,
      height: kycDocuments.height,
      pages: pageCountSql(kycDocuments),
      replacedAt: kycDocuments.replacedAt,
    })
    .from(kycDocuments)
    .where(eq(kycDocuments.kycId, kycId));
  rows.sort((a, b) => DOCUMENT_KINDS.indexOf(a.kind) - DOCUMENT_KINDS.indexOf(b.kind));
  const replaced = rows.flatMap(({ replacedAt, ...document }) =>
    replacedAt ? [{ ...document, replaced_at: replacedAt.toISOString() }] : [],
  );
  replaced.sort((a, b) => b.replaced_at.localeCompare(a.replaced_at));
  return { documents: rows.flatMap(({ replacedAt, ...document }) => (replacedAt ? [] : [document])), replaced };
}
