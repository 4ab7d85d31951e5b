/**
 * Detects passwords of 12 or more characters that many people choose. Uses rules instead of a list of leaked passwords: at this
 * length, leaked passwords are words of the list below with digits and symbols around them, keyboard walks, and repetition.
 */

/** Words that are common in passwords: greetings, love, faith, football, places, this product. */
const COMMON_WORDS = new Set(
  `password passwort passphrase passcode pass word secret login logon signin admin administrator root user username
  guest test testing tester demo sample example default temp temporary changeme change letmein open sesame access
  welcome hello hallo goodmorning goodday master superuser super manager system server computer internet network
  windows microsoft google android apple iphone samsung facebook whatsapp instagram tiktok youtube twitter linkedin
  iloveyou love loveyou lovely lover mylove babygirl baby sweetheart honey angel princess prince queen king family
  mother father mummy daddy mama papa brother sister friend friends forever happy smile sunshine flower butterfly
  freedom justice peace power strong trust trustno believe blessed blessing jesus jesuschrist christ god godisgood
  godislove godisgreat allah lord holy spirit heaven hallelujah amen grace mercy faith glory praise favour favor
  monkey dragon tiger lion eagle wolf shadow phoenix falcon cobra panther dolphin
  football soccer chelsea arsenal liverpool manchester united barcelona realmadrid ronaldo messi supereagles champion
  champions winner basketball baseball hockey batman superman spiderman pokemon starwars matrix ninja killer hunter
  soldier police security secure private money naira dollar bank banking payment payments pay wallet business company
  office work worker staff job boss nigeria naija lagos abuja calabar crossriver crossriverstate crossriverpay cross
  river state obudu ikom ogoja akamkpa odukpani kano ibadan portharcourt enugu africa african london england america
  government governor ministry revenue treasury backoffice dashboard
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
  october november december summer winter spring autumn birthday christmas newyear
  michael daniel joshua david samuel emmanuel victor blessing precious jennifer jessica ashley charlie thomas
  abc abcd qwerty qwertz azerty asdf asdfgh zxcvbn qazwsx one two three four five the and my is for you your me this
  that not new good great best cool big hot red blue green black white gold silver orange`.split(/\s+/),
);
const MAX_WORD_LENGTH = Math.max(...[...COMMON_WORDS].map((word) => word.length));
/** Maximum number of common words in a password that counts as common. In a longer sequence, the order is hard to guess. */
const MAX_COMMON_WORDS = 3;

/** Keyboard rows, keyboard columns and alphabets, in both directions. */
const KEYBOARD_SEQUENCES = [
  "1234567890",
  "0123456789",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "abcdefghijklmnopqrstuvwxyz",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "qazwsxedcrfvtgbyhnujmikolp",
  "q1w2e3r4t5y6u7i8o9p0",
  "1q2w3e4r5t6y7u8i9o0p",
  "!@#$%^&*()",
].flatMap((keySequence) => [keySequence, [...keySequence].reverse().join("")]);
const MIN_SEQUENCE_STEP = 3;

/** Digits and symbols that people type instead of a letter. All others are removed before words are searched. */
const LETTER_SUBSTITUTES: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
  "!": "i",
};

/** Returns true if an attacker would try this password early. Ignores case, substitutions such as `p@ssw0rd`, and years. */
export function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase().normalize("NFKC");
  return (
    /^\d+$/.test(typed) || isRepetition(typed) || isKeyboardSequence(typed) || letterForms(typed).some(isFewCommonWords)
  );
}

/** Returns true for a repeated short block (`abcabcabcabc`, `Lagos1Lagos1Lagos1`) or fewer than five different characters. */
const isRepetition = (typed: string) => /^(.{1,6}?)\1{2,}.{0,5}$/su.test(typed) || new Set(typed).size < 5;

/** Returns true for keyboard walks with at most two characters between them: `qwertyuiop1234`, `1qaz2wsx3edc`. */
function isKeyboardSequence(typed: string): boolean {
  for (let position = 0, looseCount = 0; position < typed.length; ) {
    const step = longestSequenceAt(typed, position);
    if (step < MIN_SEQUENCE_STEP) looseCount += 1;
    if (looseCount > 2) return false;
    position += Math.max(step < MIN_SEQUENCE_STEP ? 1 : step, 1);
  }
  return true;
}

function longestSequenceAt(typed: string, from: number): number {
  let longestLength = 0;
  for (const keySequence of KEYBOARD_SEQUENCES)
    for (let length = longestLength + 1; from + length <= typed.length; length++) {
      if (!keySequence.includes(typed.slice(from, from + length))) break;
      longestLength = length;
    }
  return longestLength;
}

/** Returns forms of a password with letters only: digits and symbols removed, or replaced by similar letters. */
function letterForms(typed: string): string[] {
  const lettersOnly = typed.replace(/[^\p{L}]/gu, "");
  const trimmed = typed.replace(/^[^\p{L}]+|[\d\W_]+$/gu, "");
  const substituteLetters = (letterForOne: "i" | "l") =>
    [...trimmed]
      .map((character) => (character === "1" ? letterForOne : (LETTER_SUBSTITUTES[character] ?? character)))
      .join("")
      .replace(/[^\p{L}]/gu, "");
  return [lettersOnly, substituteLetters("i"), substituteLetters("l")];
}

/** Returns true if the letters form 1 to `MAX_COMMON_WORDS` common words. False for fewer than three letters. */
function isFewCommonWords(letters: string): boolean {
  if (letters.length < 3) return false;
  /** minWords[n]: minimum number of words that make up the first n letters. */
  const minWords: number[] = [0];
  for (let end = 1; end <= letters.length; end++) {
    minWords[end] = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - MAX_WORD_LENGTH); start < end; start++)
      if (COMMON_WORDS.has(letters.slice(start, end)))
        minWords[end] = Math.min(minWords[end] ?? Number.POSITIVE_INFINITY, (minWords[start] ?? 0) + 1);
  }
  return (minWords[letters.length] ?? Number.POSITIVE_INFINITY) <= MAX_COMMON_WORDS;
}
