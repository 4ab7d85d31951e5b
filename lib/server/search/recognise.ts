import "server-only";
import { FEATURES } from "@/lib/contract/access";
import { parseTicketCode } from "@/lib/contract/event.values";
import { MAX_SEARCH_LENGTH } from "@/lib/contract/list.values";
import { cleanPastedValue } from "@/lib/contract/pasted.values";
import { RECORD_KINDS, type RecordType, type SearchedRecordType } from "@/lib/contract/record-kinds";
import { REFERENCE_PREFIXES, type ReferencePrefix } from "@/lib/contract/reference.values";
import { truncateText } from "@/lib/contract/words.values";
import { formatList } from "@/lib/format";
import { parseSearchText, ticketCodeIn } from "@/lib/server/lists/search-terms";

/** A typed or pasted text as the record search understands it. */
export type RecognisedText = {
  /** Search text for the lists. For a reference or code, without the text around it. */
  words: string;
  /** Record kinds to search; undefined for all kinds. */
  kinds?: readonly SearchedRecordType[];
  /** What the text looks like, as the end of a sentence: "a phone number". Undefined for words. */
  looksLike?: string;
  /** True if only one kind of record can have this value: it is a reference or code. */
  isOwn?: boolean;
  /** Reason why no record can have this value, such as a mistyped code. */
  why?: string;
};

/** Position of a kind's module in the sidebar. */
const moduleIndex = (kind: SearchedRecordType) => {
  const policy = RECORD_KINDS[kind].list?.call.policy;
  return typeof policy === "object" ? FEATURES.indexOf(policy.feature) : -1;
};

/** All searchable kinds, in the order of the sidebar. */
export const SEARCHED_KINDS = (Object.keys(RECORD_KINDS) as RecordType[])
  .filter((kind): kind is SearchedRecordType => RECORD_KINDS[kind].list !== undefined)
  .sort((a, b) => moduleIndex(a) - moduleIndex(b));
const kindsWithValue = (value: "email" | "digits") =>
  SEARCHED_KINDS.filter((kind) => RECORD_KINDS[kind].list?.values?.includes(value));
const kindsWithPrefix = (prefix: ReferencePrefix) =>
  SEARCHED_KINDS.filter((kind) => RECORD_KINDS[kind].list?.references?.includes(prefix));

const MIN_PHONE_DIGITS = 7;
/** Length of a reference's letters and digits after its prefix. */
const CODE_LENGTH = 12;
/** A reference of another system, or with a mistyped prefix. */
const UNKNOWN_REFERENCE = /^([A-Z]{2,5})-(?=[\dA-Z]*\d)[\dA-Z]{4,20}$/;

/** Finds out whether a text contains a reference, a ticket's code, or another value of a known form. */
export function recogniseText(typed: string): RecognisedText {
  const words = truncateText(typed, MAX_SEARCH_LENGTH).trim();
  const { references, email, digits, id, value } = parseSearchText(typed);
  const [reference] = references ?? [];
  if (reference) return recogniseReference(reference);
  const code = ticketCodeIn(typed);
  if (code && (digits === null || parseTicketCode(value) === null || /[a-z]/i.test(value)))
    return { words: code, kinds: ["ticket"], isOwn: true, looksLike: "a ticket's code" };
  if (email && !/\s/.test(email)) return { words, kinds: kindsWithValue("email"), looksLike: "an email address" };
  if (id) return { words, looksLike: "an id" };
  // A number with fewer digits is not taken for a phone number, because it may be a year in a title.
  if (digits !== null && digits.length >= MIN_PHONE_DIGITS)
    return { words, kinds: kindsWithValue("digits"), looksLike: "a phone number" };
  if (digits !== null) return { words, looksLike: "a number" };
  const [unknown, prefix = ""] = UNKNOWN_REFERENCE.exec(cleanPastedValue(typed).toUpperCase()) ?? [];
  if (unknown)
    return {
      words,
      looksLike: "a reference",
      why: `No reference of ours begins with ${prefix}. They begin with ${formatList(Object.keys(REFERENCE_PREFIXES), "or")}`,
    };
  return { words };
}

function recogniseReference(reference: string): RecognisedText {
  const [prefix, body = ""] = reference.split("-") as [ReferencePrefix, string];
  const kinds = kindsWithPrefix(prefix);
  const labels = kinds.map((kind) => `a reference of ${RECORD_KINDS[kind].list?.plural}`);
  const isCode = REFERENCE_PREFIXES[prefix] === "code";
  return {
    words: reference,
    kinds,
    isOwn: true,
    looksLike: labels[0] ?? "a reference",
    why:
      isCode && body.length !== CODE_LENGTH
        ? `After ${prefix}- come ${CODE_LENGTH} letters and digits, and here are ${body.length}`
        : undefined,
  };
}
