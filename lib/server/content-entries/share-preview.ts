import "server-only";
import { createHash } from "node:crypto";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { accessPolicy, satisfiesPolicy } from "@/lib/contract/access";
import {
  type ContentEntryKind,
  featureOfContentEntryKind,
  PREVIEW_LINK_MINUTES,
} from "@/lib/contract/content-entries.values";
import { env } from "@/lib/env";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { createToken, hashToken } from "@/lib/server/auth/token";
import { type Database, database, type Queryable } from "@/lib/server/db/client";
import { contentEntries, contentEntryPreviews } from "@/lib/server/db/schema/content-entries";
import { escapeHtml } from "@/lib/server/rich-text/html";
import { readCurrentRights } from "@/lib/server/rp/current-rights";
import { renderPreview } from "./preview";
import { contentEntryRecordRef, readContentEntry } from "./record";

/** Creates a preview link to the saved draft for people without an account. It expires after an hour. @throws 404 */
export async function createPreviewLink(
  { tx, admin, audit }: WriteContext,
  { kind, entryId, language }: { kind: ContentEntryKind; entryId: string; language: string },
) {
  const entry = await readContentEntry(tx, { kind, entryId });
  const token = createToken();
  const expiresAt = new Date(Date.now() + PREVIEW_LINK_MINUTES * 60_000);
  await tx
    .insert(contentEntryPreviews)
    .values({ tokenHash: hashToken(token), entryId: entry.id, language, madeBy: admin.id, expiresAt });
  audit({
    record: contentEntryRecordRef(entry),
    after: { step: "preview link created", until: expiresAt.toISOString() },
  });
  return { url: `${env().appOrigin}/api/v1/public/previews/${token}`, expires_at: expiresAt.toISOString() };
}

/** Returns true if the preview link's creator still has the account and the right to update content entries of this kind. */
async function mayShareContentEntry(db: Queryable, adminId: string, kind: ContentEntryKind): Promise<boolean> {
  const rights = await readCurrentRights(db, adminId);
  return rights !== null && satisfiesPolicy(rights, accessPolicy(featureOfContentEntryKind(kind), "update"));
}

/** Renders the draft of a preview link as a standalone page. @throws 404 if the link is unknown or expired */
export async function publicPreview(db: Queryable, token: string) {
  const [found] = await db
    .select({
      entry: contentEntries,
      language: contentEntryPreviews.language,
      madeBy: contentEntryPreviews.madeBy,
      expiresAt: contentEntryPreviews.expiresAt,
    })
    .from(contentEntryPreviews)
    .innerJoin(contentEntries, eq(contentEntries.id, contentEntryPreviews.entryId))
    .where(and(eq(contentEntryPreviews.tokenHash, hashToken(token)), gt(contentEntryPreviews.expiresAt, sql`now()`)));
  if (!found || !(await mayShareContentEntry(db, found.madeBy, found.entry.kind))) throw refuse.notFound("preview");
  const { entry, language, expiresAt } = found;
  const preview = await renderPreview(db, { kind: entry.kind, entryId: entry.id, draft: entry.draft, language });
  return {
    headers: {
      "content-disposition": "inline",
      "content-security-policy": `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "cache-control": "no-store",
    },
    body: new Blob([htmlPageOf(preview, expiresAt)], { type: "text/html; charset=utf-8" }),
  };
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:1rem/1.55 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1rem}img{max-width:100%;height:auto;border-radius:.5rem}
.note{padding:.75rem 1rem;background:#fef3c7;color:#451a03}table{border-collapse:collapse}
td,th{border:1px solid #94a3b8;padding:.35rem .5rem;text-align:start}blockquote{margin:1rem 0;padding-inline-start:1rem;border-inline-start:3px solid #94a3b8}`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

const timeFormat = new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Lagos", hour: "2-digit", minute: "2-digit" });

type Preview = Awaited<ReturnType<typeof renderPreview>>;
const imageTag = (src: string, alt: string) => `<img src="${src}" alt="${escapeHtml(alt)}">`;

const htmlPageOf = ({ language, title, html, image, image_alt, gallery }: Preview, expiresAt: Date) => `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title || "Preview")}</title><style>${STYLE}</style></head><body>
<p class="note" role="note">Draft, not published. This link ends at ${timeFormat.format(expiresAt)}, Lagos time.</p>
<main>${image ? imageTag(image, image_alt) : ""}<h1>${escapeHtml(title)}</h1>${html}${gallery
  .map(
    (each) => `<figure>${imageTag(each.image, each.alt)}<figcaption>${escapeHtml(each.caption)}</figcaption></figure>`,
  )
  .join("")}</main></body></html>`;

/** Deletes expired preview links. Runs as a scheduled task (process/timed-tasks.ts). */
export async function deleteOldPreviews(db: Database = database().db): Promise<void> {
  await db.delete(contentEntryPreviews).where(lte(contentEntryPreviews.expiresAt, sql`now()`));
}
