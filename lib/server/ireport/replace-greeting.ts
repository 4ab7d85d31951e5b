type Person = { firstName: string; lastName: string };

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * What the desk wrote to one citizen, as another one reads it whose report is a duplicate: templates greet by name, and
 * nobody may learn from that who reported the same thing. Where the author's name stands, the reader's own one stands.
 * @param reader null for the holder of a code: who that is is not known
 */
export function forReader(text: string, author: Person | null, reader: Person | null): string {
  if (!author) return text;
  const whole = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;
  const names = new Map([
    [whole(author).toLowerCase(), reader ? whole(reader) : "citizen"],
    [author.firstName.toLowerCase(), reader?.firstName ?? "citizen"],
    [author.lastName.toLowerCase(), reader?.lastName ?? "citizen"],
  ]);
  // In one go, the whole name first: what was put in is not looked at again.
  const any = [...names.keys()].map(escaped).join("|");
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(${any})(?![\\p{L}\\p{N}])`, "giu");
  return text.replace(words, (found) => names.get(found.toLowerCase()) ?? found);
}
