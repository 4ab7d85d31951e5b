type Person = { firstName: string; lastName: string };

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Replaces the first reporter's name in an officer's message by the reader's name, for reporters of duplicates. They must not learn who
 * else reported the problem.
 * @param reader null for the holder of an anonymous report's code, who is unknown
 */
export function replaceReporterName(text: string, originalReporter: Person | null, reader: Person | null): string {
  if (!originalReporter) return text;
  const fullNameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;
  const names = new Map([
    [fullNameOf(originalReporter).toLowerCase(), reader ? fullNameOf(reader) : "citizen"],
    [originalReporter.firstName.toLowerCase(), reader?.firstName ?? "citizen"],
    [originalReporter.lastName.toLowerCase(), reader?.lastName ?? "citizen"],
  ]);
  // Replaces all names in one pass, full name first, so that inserted names are not replaced again.
  const namePattern = [...names.keys()].map(escapeRegExp).join("|");
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(${namePattern})(?![\\p{L}\\p{N}])`, "giu");
  return text.replace(words, (match) => names.get(match.toLowerCase()) ?? match);
}
