import { oc } from "@orpc/contract";
import { z } from "zod";
import { SESSION_END_REASONS } from "./auth.values";
import {
  type Filter,
  type Filters,
  idsFilter,
  type ListDeclaration,
  MAX_PAGE,
  MAX_SEARCH_LENGTH,
  PAGE_SIZES,
} from "./list.values";
import { nairaInput } from "./money";
import { cleanPastedLine, cleanPastedValue } from "./pasted.values";
import type { Route } from "./route";
import { abbreviateList, truncateText } from "./words.values";

/** Replaces zod's default messages with sentences for people. */
z.config({
  customError: (issue) => {
    if (issue.code === "unrecognized_keys") return unknownKeysMessage(issue.keys);
    if (issue.code === "invalid_type")
      return issue.input === undefined ? "This is missing." : `This must be ${withArticle(issue.expected)}.`;
    if (issue.code === "invalid_value")
      return `Use one of: ${abbreviateList(issue.values.map(String), MAX_NAMED_CHOICES)}.`;
    if (issue.code === "too_big") return `This must be at most ${issue.maximum}.`;
    if (issue.code === "too_small") return `This must be at least ${issue.minimum}.`;
    return "This value is not valid.";
  },
});
/** Maximum number of choices named in an error message. */
const MAX_NAMED_CHOICES = 40;
/** Builds the error message for unknown keys. Lists only a few, because a client may send any number of keys. */
const unknownKeysMessage = (keys: readonly string[]) =>
  keys.length === 1
    ? `${quoteKeys(keys)} is unknown here. Leave it out.`
    : `${quoteKeys(keys)} are unknown here. Leave them out.`;
const quoteKeys = (keys: readonly string[]) => abbreviateList(keys.map((key) => `"${truncateText(key, 40)}"`));
const withArticle = (type: string) => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);

/** Returns false for NUL, which PostgreSQL can't store, and for half a surrogate pair. The API refuses such text. */
const isStorableText = (cleanedText: string) => !cleanedText.includes("\0") && cleanedText.isWellFormed();

/** Skips cleaning for text far above its limit: the API refuses such text, and cleaning is slow. */
const cleanUnlessTooLong = (max: number, clean: (text: string) => string) => (typedText: string) =>
  typedText.length > 4 * max + 200 ? typedText : clean(typedText);

/** Text that is stored byte for byte, unless `clean` changes it first. `min` does not count surrounding space. */
export const text = (max: number, min = 0, clean = (typedText: string) => typedText) =>
  z
    .string({ error: "Enter text." })
    .overwrite(cleanUnlessTooLong(max, clean))
    .max(max, `Use at most ${max.toLocaleString("en")} characters.`)
    .refine(isStorableText, "This text contains characters that can't be stored.")
    .refine(
      (cleanedText) => cleanedText.trim().length >= min,
      min > 1 ? `Use at least ${min} characters.` : "This can't be empty.",
    );

/** Matches line breaks and control characters. */
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]/u;

/** Single-line text, such as names and titles, without surrounding space and invisible characters (`cleanPastedLine`). */
export const oneLine = (max: number, min = 0, clean = cleanPastedLine) =>
  text(max, min, clean).refine(
    (cleanedText) => !CONTROL_CHARACTERS.test(cleanedText),
    "Write this in one line, without tabs or other control characters.",
  );

/** An optional reference or code, without the quotes, labels and blanks that copying adds. */
export const referenceText = (max: number, min = 0) => oneLine(max, min, cleanPastedValue);

/** An id created by another system: one line, stored byte for byte. */
export const externalIdText = (max: number, min = 0) => oneLine(max, min, (typedText) => typedText);

/** Search words, typed or pasted by a person. */
export const searchWords = (max = MAX_SEARCH_LENGTH, min = 0) => text(max, min, cleanPastedLine);

/** A required code, number or address, cleaned like `referenceText`. Further checks see the result of `clean`. */
export const requiredText = (error: string, clean = cleanPastedValue, max = 254) =>
  z.string(error).overwrite(cleanUnlessTooLong(max, clean));

/**
 * A list of up to thousands of items. Reports only the first invalid item, because creating a message for each would
 * take longer than the validation.
 * @param tooMany message for more than `max` items @param tooFew message for an empty list
 */
export const longList = <T extends z.ZodType>(item: T, max: number, { tooMany, tooFew }: LongListWords) =>
  z.preprocess(
    (listValue, context) => {
      if (!Array.isArray(listValue) || listValue.length > max) return listValue;
      const index = listValue.findIndex((each) => !item.safeParse(each).success);
      if (index === -1) return listValue;
      for (const { message, path } of item.safeParse(listValue[index]).error?.issues ?? [])
        context.addIssue({ code: "custom", message, path: [index, ...path] });
      return z.NEVER;
    },
    z.array(item).min(1, tooFew).max(max, tooMany),
  );
type LongListWords = { tooMany?: string; tooFew?: string };

/** An id, converted to lower case as it is stored and compared. */
export const id = z.uuid("This is not a valid id.").toLowerCase();
/** An id that a person may paste, with surrounding space. */
const pastedId = requiredText("This is not a valid id.").toLowerCase().check(z.uuid("This is not a valid id."));
/** Optimistic lock: the version that the change is based on. */
export const version = z.int("Version must be a whole number.").min(1).max(2_147_483_647);
/** A time in UTC, ISO 8601. Screens show it in Africa/Lagos. */
export const instant = z.iso.datetime();
/** An `instant` sent by a client. Refuses the year 0, which the database can't store. */
export const instantInput = instant
  .refine((instantText) => instantText >= "0001-01-02", "This date is too early.")
  .refine((instantText) => instantText < "9999-12-31", "This date is too late.");
const DAY_MESSAGE = "Use a date such as 2026-11-21.";
/** A whole day in Africa/Lagos, `2026-11-21`. The first day of the year 1 is refused: it begins in the year 0 in UTC. */
export const day = z.iso.date(DAY_MESSAGE).refine((cleanedText) => cleanedText > "0001-01-01", DAY_MESSAGE);
const EMAIL_MESSAGE = "Enter an email address such as ada@example.com.";
/** An email address in any form that mail programs copy, such as `Ada Obi <ada@example.com>`. Converted to lower case. */
export const email = requiredText(EMAIL_MESSAGE)
  .toLowerCase()
  .check(z.email(EMAIL_MESSAGE), z.maxLength(254, "Use at most 254 characters."));

/** Several values in one query parameter, each at most once: `state=pending,in_review`. */
export const choiceList = <T extends string>(values: readonly [T, ...T[]]) =>
  z.string().refine(
    (raw) => {
      const choices = raw.split(",", values.length + 1);
      return new Set(choices).size === choices.length && choices.every((value) => values.includes(value as T));
    },
    { error: `Use one or more of: ${values.join(", ")}.` },
  );

/** Splits a list of values that `choiceList` accepted. */
export const splitChoiceList = <T extends string>(raw: string) => raw.split(",") as T[];

/** Number up to which a list counts its rows. */
export const COUNT_CAP = 10_000;

type FilterSchemaOf<F> =
  F extends Filter<string, { kind: "number"; max: number }>
    ? z.ZodType<number, string | number>
    : F extends Filter<infer T>
      ? z.ZodType<T, T>
      : never;
type FilterShape<F extends Filters> = { [K in keyof F]: z.ZodOptional<FilterSchemaOf<F[K]>> };

/** Returns the schema of a filter's value. The API refuses invalid values; the pages ignore them in their URL. */
function filterSchema(filter: Filter): z.ZodType {
  switch (filter.kind) {
    case "anyOf":
      return choiceList(filter.values as [string, ...string[]]);
    case "oneOf":
      return z.enum(filter.values as [string, ...string[]]);
    case "oneOfOrId":
      return z.union([z.enum(filter.values as [string, ...string[]]), pastedId]);
    case "flag":
      return z.literal("true");
    case "day":
      return day;
    case "naira":
      return nairaInput;
    case "id":
      return pastedId;
    case "ids":
      return idList(filter.max);
    case "text":
      return searchWords(filter.max);
    case "value":
      return text(filter.max, 0, cleanPastedValue);
    case "number":
      return z.coerce.number<number | string>().int().min(1).max(filter.max);
    case "pattern":
      return requiredText(filter.words).regex(filter.pattern, filter.words);
  }
}

/** Query parameter with up to `max` comma-separated ids. */
export const idList = (max: number) =>
  z
    .string()
    .toLowerCase()
    .refine((raw) => idsFilter(max)(raw) === raw, `Use up to ${max} ids, separated by commas.`);

const UNTIL_FIELD = { until: instantInput.optional() };

const filterShape = <F extends Filters>(filters: F) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, filterSchema(filter).optional()]),
  ) as FilterShape<F>;

/**
 * Input of every list: flat query parameters, unknown ones refused. `page` is zero-based (specification section 5). `sort` is a
 * column, descending with a leading minus. `until`, in lists with an `arrival` column, excludes rows that arrived later.
 */
export const listInput = <F extends Filters, S extends string>({ filters, sorts, arrival }: ListDeclaration<F, S>) =>
  z.strictObject({
    page: z.coerce.number<number | string>().int().min(0).max(MAX_PAGE).default(0),
    size: z.coerce
      .number<number | string>()
      .refine((size) => (PAGE_SIZES as readonly number[]).includes(size), `Use ${PAGE_SIZES.join(", ")}.`)
      .default(PAGE_SIZES[0]),
    sort: z
      .enum(
        sorts.flatMap((sort) => [sort, `-${sort}`]),
        `Sort by one of: ${sorts.join(", ")}.`,
      )
      .optional(),
    q: searchWords().optional(),
    ...(arrival ? UNTIL_FIELD : ({} as typeof UNTIL_FIELD)),
    ...filterShape(filters),
  });

/**
 * Response of every list. Above the cap, `total` is the cap and `totalIsCapped` is true. A list sorted newest first also returns `until`,
 * to be sent for its other pages. `newer`: number of matching rows that arrived after `until`, at most MAX_NEWER_COUNT.
 */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    page: z.int(),
    size: z.int(),
    total: z.int(),
    totalIsCapped: z.boolean(),
    until: instant.optional(),
    newer: z.int().optional(),
  });
/** Response of a list that searches people. `suggestion`: a similar name to search for, if nothing was found. */
export const peoplePageOf = <T extends z.ZodType>(item: T) =>
  pageOf(item).extend({ suggestion: z.string().optional() });
/** Response of a list with rows of type `T`. */
export type ListResponse<T> = Omit<z.output<ReturnType<typeof peoplePageOf>>, "items"> & { items: T[] };

/** Response of a list without pages. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

/** Reference to a person, as used in other records. */
export const personRef = z.object({ id: z.string(), name: z.string() });

/** Reference to an admin. The email tells admins of the same name apart. */
export const adminRef = personRef.extend({ email: z.string() });
export type AdminRef = z.infer<typeof adminRef>;

/** Body of an error response. `fields`: error messages by input field. `current`: the current record, after an edit conflict. */
export const errorBody = z.object({
  status: z.int(),
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  current: z.unknown().optional(),
  /** With 429 and 503: seconds to wait before a retry. */
  retry_after: z.int().optional(),
  /** With 429 at sign-in: reference to submit with the mailed code. The code was mailed only if the password was right. */
  sign_in: z.object({ reference: z.string(), expires_at: z.string() }).optional(),
  /** With 401: why the session of this token ended. */
  ended: z.enum(SESSION_END_REASONS).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** Metadata of a call, copied from its route for the request pipeline and the OpenAPI document. */
export type CallMeta = { done?: string } & Partial<Omit<Route, "method" | "path">>;

/** Descriptions and schemas of a call. Outputs are the envelope's `data`. */
type DeclaredCall<I extends z.ZodType, O extends z.ZodType> = {
  /** What the call does. Shown in the API document, and in audit rows of refused reads. */
  summary: string;
  /** Past tense of the action for histories: "Approved a request". Required for calls that write. */
  done?: string;
  input: I;
  output: O;
};

/** Creates a call of the contract from a declared route, its descriptions and its schemas. */
export const endpoint = <I extends z.ZodType, O extends z.ZodType>(
  { method, path, ...meta }: Route,
  { summary, done, input, output }: DeclaredCall<I, O>,
) =>
  oc
    .$meta<CallMeta>({})
    .meta({ ...meta, done })
    .route({ method, path, summary, outputStructure: meta.file ? "detailed" : "compact" })
    .input(input)
    .output(output);

/** Type of a call's parsed input: `InputOf<typeof kycCalls.list>`. */
export type InputOf<Call> = Call extends { "~orpc": { inputSchema?: infer Schema } } ? ParsedOf<Schema> : never;
/** Type of a call's parsed output: `OutputOf<typeof kycCalls.list>`. */
export type OutputOf<Call> = Call extends { "~orpc": { outputSchema?: infer Schema } } ? ParsedOf<Schema> : never;
type ParsedOf<Schema> = NonNullable<Schema> extends z.ZodType ? z.output<NonNullable<Schema>> : never;

/** Input schema of a call without input. */
export const noInput = z.strictObject({}).optional();
