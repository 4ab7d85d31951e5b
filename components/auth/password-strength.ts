import { type PasswordOwner, removeGuessableWords } from "@/lib/contract/password-context.values";

/**
 * Strength of a password: 0 empty or too short, 1 weak, 2 fair, 3 good, 4 strong. Only a hint for the user; the API's schema decides
 * which passwords are accepted.
 */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

export const MIN_PASSWORD_LENGTH = 12;

/**
 * Estimates how hard a password is to guess, from length and variety. Sequences (abc) and repeated characters count little, so a
 * long sentence beats a short mix of symbols. Words of the product and of the person don't count.
 */
export function passwordStrength(password: string, owner: PasswordOwner): PasswordStrength {
  if ([...password].length < MIN_PASSWORD_LENGTH) return 0;
  const counted = removeGuessableWords(password, owner);
  const characters = [...counted.toLowerCase()];
  // Counts a character that repeats or continues the previous one (aa, ab, 21) as a quarter.
  const points = characters.reduce((sum, character, index) => {
    const step = Math.abs((character.codePointAt(0) ?? 0) - (characters[index - 1]?.codePointAt(0) ?? 0));
    return sum + (step <= 1 ? 0.25 : 1);
  }, 0);
  const variety = new Set(characters).size;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(counted)).length;
  const score = Math.min(points, variety * 2) + (kinds - 1) * 2;
  if (variety < 6 || score < 14) return 1;
  if (score < 18) return 2;
  return score < 22 ? 3 : 4;
}
