import "server-only";
import { eq } from "drizzle-orm";
import type { AdminRef } from "@/lib/contract/common";
import { formatList } from "@/lib/format";
import { fullName, type SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { RecordRef } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { notifyAdmins } from "./notify";

type Note = {
  id: string;
  text: string;
  by: SignedInAdmin;
  /** The record that the note is about. */
  record: RecordRef;
  /** Returns the admins who may read the record. Called only if the note mentions an admin. */
  readers: () => Promise<readonly AdminRef[]>;
};

/**
 * Notifies the admins whose names follow an @ in a note. The notice contains no text of the note.
 * @throws 400 if a mentioned admin may not read the record
 */
export async function notifyMentioned(tx: Transaction, { id, text, by, record, readers }: Note): Promise<void> {
  if (!text.includes("@")) return;
  const active = await tx.select().from(admins).where(eq(admins.status, "active"));
  const mentioned = findMentions(
    text,
    active.map((admin) => ({ id: admin.id, name: fullName(admin) })),
  );
  if (!mentioned.length) return;
  const readerIds = new Set((await readers()).map((reader) => reader.id));
  const unable = mentioned.filter((admin) => !readerIds.has(admin.id));
  if (unable.length) {
    const names = formatList([...new Set(unable.map(({ name }) => name))]);
    const message = `${names} can't read this record and so can't be notified. Remove the @ before the name, or mention another admin.`;
    throw refuse.badInput(message, { text: message });
  }
  await notifyAdmins(
    tx,
    mentioned.map((admin) => admin.id).filter((adminId) => adminId !== by.id),
    { kind: "mention", record, cause: `mention:${id}`, params: { by: fullName(by) } },
  );
}

type NamedAdmin = { id: string; name: string };

/** A letter, mark or digit after a name means that the name is longer: "@Ada Obi" is not in "@Ada Obiora". */
const STARTS_WITH_LETTER = /^[\p{L}\p{M}\p{N}]/u;

/** Returns the admins who are mentioned as "@First Last", in any case. If one name begins with another, the longer one is mentioned. */
export function findMentions(text: string, all: readonly NamedAdmin[]): NamedAdmin[] {
  const lower = text.normalize("NFC").toLowerCase();
  const named = all
    .map((admin) => ({ admin, mention: `@${admin.name.normalize("NFC").toLowerCase()}` }))
    .filter(({ mention }) => lower.includes(mention))
    .sort((a, b) => b.mention.length - a.mention.length);
  const found = new Set<NamedAdmin>();
  for (let at = lower.indexOf("@"); at !== -1; at = lower.indexOf("@", at + 1)) {
    const matching = named.filter(
      ({ mention }) => lower.startsWith(mention, at) && !STARTS_WITH_LETTER.test(lower.slice(at + mention.length)),
    );
    const [longest] = matching;
    for (const { admin, mention } of matching) if (mention === longest?.mention) found.add(admin);
  }
  return [...found];
}
