type Person = { firstName: string; lastName: string };

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Replaces the first reporter's name in a desk message with the reader's, for reporters of duplicates. Templates greet by name,
 * and nobody may learn who else reported the same thing.
 * @param reader null for the holder of a code, who is unknown
 */
export function replaceReporterName(text: string, originalReporter: Person | null, reader: Person | null): string {
  if (!originalReporter) return text;
  const fullNameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;
  const names = new Map([
    [fullNameOf(originalReporter).toLowerCase(), reader ? fullNameOf(reader) : "citizen"],
    [originalReporter.firstName.toLowerCase(), reader?.firstName ?? "citizen"],
    [originalReporter.lastName.toLowerCase(), reader?.lastName ?? "citizen"],
  ]);
  // One pass with the full name first, so that inserted names are not replaced again.
  const namePattern = [...names.keys()].map(escapeRegExp).join("|");
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(${namePattern})(?![\\p{L}\\p{N}])`, "giu");
  return text.replace(words, (match) => names.get(match.toLowerCase()) ?? match);
}
