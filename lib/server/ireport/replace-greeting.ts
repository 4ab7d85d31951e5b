type Person = { firstName: string; lastName: string };

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Replaces the first reporter's name in a desk message with the reader's, for reporters of duplicates. Templates greet by name,
 * and nobody may learn who else reported the same thing.
 * @param reader null for the holder of a code, who is unknown
 */
export function replaceReporterName(text: string, author: Person | null, reader: Person | null): string {
  if (!author) return text;
  const whole = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;
  const names = new Map([
    [whole(author).toLowerCase(), reader ? whole(reader) : "citizen"],
    [author.firstName.toLowerCase(), reader?.firstName ?? "citizen"],
    [author.lastName.toLowerCase(), reader?.lastName ?? "citizen"],
  ]);
  // One pass with the full name first, so that inserted names are not replaced again.
  const any = [...names.keys()].map(escaped).join("|");
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(${any})(?![\\p{L}\\p{N}])`, "giu");
  return text.replace(words, (found) => names.get(found.toLowerCase()) ?? found);
}
