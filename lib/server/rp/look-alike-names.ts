import "server-only";
import { and, ne } from "drizzle-orm";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { wordsOfNames } from "@/lib/server/base/fold-name";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";

type PersonName = { firstName: string; lastName: string };

/** Maps letters to the Latin letters that they resemble. If only a capital resembles a Latin letter, the lower-case letter is not listed. */
const LOOK_ALIKES = new Map(
  Object.entries({
    // Cyrillic letters
    ...{ а: "a", А: "a", В: "b", в: "b", ь: "b", Ь: "b", с: "c", С: "c", ԁ: "d", е: "e", Е: "e", Н: "h", н: "h" },
    ...{ һ: "h", Һ: "h", і: "i", І: "i", ӏ: "l", Ӏ: "l", ј: "j", Ј: "j", к: "k", К: "k", М: "m", м: "m", п: "n" },
    ...{ о: "o", О: "o", р: "p", Р: "p", ԛ: "q", г: "r", ѕ: "s", Ѕ: "s", Т: "t", т: "t", ѵ: "v", ԝ: "w", Ԝ: "w" },
    ...{ х: "x", Х: "x", у: "y", У: "y", ү: "y", Ү: "y", э: "e", є: "e", Є: "e" },
    // Greek letters
    ...{ α: "a", Α: "a", Β: "b", β: "b", ς: "c", Ε: "e", ε: "e", Η: "h", η: "n", Ι: "i", ι: "i", Κ: "k", κ: "k" },
    ...{ Μ: "m", μ: "u", Ν: "n", ν: "v", Ο: "o", ο: "o", σ: "o", Ρ: "p", ρ: "p", Τ: "t", τ: "t", υ: "u", Υ: "y" },
    ...{ γ: "y", Χ: "x", χ: "x", ω: "w", Ζ: "z" },
    // Armenian letters, and Latin letters of other languages
    ...{ օ: "o", Օ: "o", ս: "u", Տ: "s", ո: "n", հ: "h", ı: "i", ɑ: "a", ɡ: "g", ɩ: "i", ɪ: "i", ʟ: "l", đ: "d" },
    ...{
      ħ: "h",
      Ɑ: "a",
      Ɵ: "o",
      ƅ: "b",
      Ƅ: "b",
      ɵ: "o",
      ƃ: "b",
      Ɓ: "b",
      ɓ: "b",
      Ɗ: "d",
      ɗ: "d",
      ƚ: "l",
      ł: "l",
      Ł: "l",
      ø: "o",
      Ø: "o",
      ŋ: "n",
      Ŋ: "n",
      ɦ: "h",
      ƙ: "k",
      ƴ: "y",
      ʏ: "y",
      ꞌ: "'",
      "0": "o",
      "1": "l",
    },
  }),
);

/** Returns the visual shape of a name's words: `rn` is `m`, `I` is `l`; letters of other alphabets are mapped. */
const visualShape = (text: string) =>
  wordsOfNames([...text.normalize("NFKD")].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join("")).map((word) =>
    word.replace(/l/g, "i").replace(/rn/g, "m").replace(/vv/g, "w"),
  );

/** Returns true if two names look the same on a screen, also with first and last name swapped. */
export function namesLookAlike(one: PersonName, other: PersonName): boolean {
  const [first, last] = [visualShape(one.firstName), visualShape(one.lastName)];
  const [otherFirst, otherLast] = [visualShape(other.firstName), visualShape(other.lastName)];
  const sortWords = (...words: string[][]) => words.flat().sort().join(" ");
  const joinWords = (...words: string[][]) => words.flat().join("");
  return (
    sortWords(first, last) === sortWords(otherFirst, otherLast) ||
    [joinWords(otherFirst, otherLast), joinWords(otherLast, otherFirst)].includes(joinWords(first, last))
  );
}

const INITIALS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/**
 * Rejects a name that resembles another admin's. Invited admins count, deleted admins do not. Call it under `lockRightsChanges`, because two
 * concurrent transactions would not see each other's names.
 * @throws 409 with an available name as a suggestion
 */
export async function refuseLookAlike(tx: Transaction, admin: PersonName & { id: string }): Promise<void> {
  const otherAdmins = await tx
    .select({ firstName: admins.firstName, lastName: admins.lastName })
    .from(admins)
    .where(and(ne(admins.id, admin.id), ne(admins.status, "deleted")));
  const lookAlikeAdmin = otherAdmins.find((other) => namesLookAlike(admin, other));
  if (!lookAlikeAdmin) return;
  const namesWithInitial = INITIALS.map((initial) => ({ ...admin, firstName: `${admin.firstName} ${initial}.` }));
  const freeName = namesWithInitial.find((name) => !otherAdmins.some((other) => namesLookAlike(name, other)));
  throw refuse.nameTaken(fullName(lookAlikeAdmin), fullName(freeName ?? admin));
}
