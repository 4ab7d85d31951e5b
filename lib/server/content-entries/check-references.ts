import "server-only";
import { inArray } from "drizzle-orm";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { imagesOfRichText, type RichText } from "@/lib/contract/rich-text.values";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { images } from "@/lib/server/db/schema/content-entries";
import { languages } from "@/lib/server/db/schema/languages";
import { userGroups } from "@/lib/server/db/schema/user";

const isRichText = (value: unknown): value is RichText =>
  typeof value === "object" && value !== null && "type" in value && value.type === "doc";

/** Returns the distinct picture ids of a draft, each with the form field that contains it. */
function picturesOf(draft: AnyDraft): Map<string, string> {
  const found = new Map<string, string>();
  const addOnce = (id: string | null, field: string) => id !== null && !found.has(id) && found.set(id, field);
  if ("image_id" in draft) addOnce(draft.image_id, "draft.image_id");
  if ("cover_id" in draft) addOnce(draft.cover_id, "draft.cover_id");
  if ("gallery" in draft) for (const { image_id } of draft.gallery) addOnce(image_id, "draft.gallery");
  for (const [code, texts] of Object.entries(draft.texts))
    for (const [name, value] of Object.entries(texts))
      if (isRichText(value))
        for (const { imageId } of imagesOfRichText(value)) addOnce(imageId, `draft.texts.${code}.${name}`);
  return found;
}

/** Returns the distinct picture ids of a draft. */
export const imageIdsOf = (draft: AnyDraft): string[] => [...picturesOf(draft).keys()];

/** Locks a draft's pictures, groups and languages. @throws 400 with the field that refers to a missing picture, group or language */
export async function refuseUnknownIds(tx: Transaction, draft: AnyDraft): Promise<void> {
  const pictures = picturesOf(draft);
  if (pictures.size) {
    const ids = [...pictures.keys()];
    const existing = await tx.select({ id: images.id }).from(images).where(inArray(images.id, ids)).for("key share");
    const missingId = ids.find((id) => !existing.some((image) => image.id === id));
    if (missingId) throw fieldError(pictures.get(missingId) ?? "draft", "A picture is no longer here. Add it again.");
  }
  if (await hasDeletedGroup(tx, draft))
    throw fieldError("draft.group_ids", "One of the groups does not exist any more. Choose again.");
  const codes = Object.keys(draft.texts);
  if (codes.length) {
    const existing = await tx
      .select({ code: languages.code })
      .from(languages)
      .where(inArray(languages.code, codes))
      .for("key share");
    const unknownCode = codes.find((code) => !existing.some((language) => language.code === code));
    if (unknownCode)
      throw fieldError(
        `draft.texts.${unknownCode}`,
        `The app has no language “${unknownCode}”. Add it in Language Configuration first.`,
      );
  }
}

/** Returns true if a group in the draft's audience was deleted. Locks the other groups until the transaction ends. */
export async function hasDeletedGroup(tx: Transaction, draft: AnyDraft): Promise<boolean> {
  const groups = "group_ids" in draft ? [...new Set(draft.group_ids)] : [];
  if (!groups.length) return false;
  const existing = await tx
    .select({ id: userGroups.id })
    .from(userGroups)
    .where(inArray(userGroups.id, groups))
    .for("key share");
  return existing.length < groups.length;
}

const fieldError = (field: string, message: string) => refuse.badInput(message, { [field]: message });
