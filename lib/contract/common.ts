import { oc } from "@orpc/contract";
import { z } from "zod";
import type { Policy } from "./access";
import { ENDINGS } from "./auth.values";
import { type Filter, type Filters, ids, type List, PAGE_MAX, PAGE_SIZES, SEARCH_MAX } from "./list.values";
import { koboText } from "./money";
import type { Route } from "./route";
import { beginningOf, fewOf } from "./words.values";

/** What a schema says that has no words of its own: a sentence, not zod's shorthand. */
z.config({
  customError: (issue) => {
    if (issue.code === "unrecognized_keys") return unknownKeys(issue.keys);
    if (issue.code === "invalid_type")
      return issue.input === undefined ? "This is missing." : `This must be ${article(issue.expected)}.`;
    if (issue.code === "invalid_value") return `Use one of: ${fewOf(issue.values.map(String), MOST_CHOICES)}.`;
    if (issue.code === "too_big") return `This must be at most ${issue.maximum}.`;
    if (issue.code === "too_small") return `This must be at least ${issue.minimum}.`;
    return "This value is not valid.";
  },
});
/** More than any list of choices has that a person reads. */
const MOST_CHOICES = 40;
/** The keys are the sender's: a few are named, and no more of them than one reads. */
const unknownKeys = (keys: readonly string[]) =>
  keys.length === 1
    ? `${quoted(keys)} is not known here. Leave it out.`
    : `${quoted(keys)} are not known here. Leave them out.`;
const quoted = (keys: readonly string[]) => fewOf(keys.map((key) => `"${beginningOf(key, 40)}"`));
const article = (type: string) => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);

/** Postgres cannot hold NUL and UTF-8 cannot hold half a surrogate pair: such text is refused, never altered. */
const storable = (value: string) => !value.includes("\0") && value.isWellFormed();

/** Text that comes back byte for byte; `min` counts what is left without surrounding space. */
export const text = (max: number, min = 0) =>
  z
    .string({ error: "Enter text." })
    .max(max, `Use at most ${max.toLocaleString("en")} characters.`)
    .refine(storable, "This text holds characters that cannot be stored.")
    .refine(
      (value) => value.trim().length >= min,
      min > 1 ? `Use at least ${min} characters.` : "This can't be empty.",
    );

/** Line ends and the signs that no keyboard types. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** Text of one line: names, titles, whatever stands in a mail's head, in a list or in a sentence. */
export const line = (max: number, min = 0) =>
  text(max, min).refine(
    (value) => !CONTROL.test(value),
    "Write this in one line, without tabs or other control signs.",
  );

/**
 * A list of thousands: the first item that is wrong is named alone, since a sentence for each would cost more than all
 * the rest. @param tooMany what is said above `max` items, @param tooFew of none
 */
export const longList = <T extends z.ZodType>(item: T, max: number, { tooMany, tooFew }: LongListWords) =>
  z.preprocess(
    (all, context) => {
      if (!Array.isArray(all) || all.length > max) return all;
      const index = all.findIndex((each) => !item.safeParse(each).success);
      if (index === -1) return all;
      for (const { message, path } of item.safeParse(all[index]).error?.issues ?? [])
        context.addIssue({ code: "custom", message, path: [index, ...path] });
      return z.NEVER;
    },
    z.array(item).min(1, tooFew).max(max, tooMany),
  );
type LongListWords = { tooMany?: string; tooFew?: string };

/** As it is stored and compared, in small letters. */
export const id = z.uuid("This is not a valid id.").toLowerCase();
/** Optimistic lock: the version that a change was made from. */
export const version = z.int("Version must be a whole number.").min(1).max(2_147_483_647);
/** UTC, ISO 8601; screens show it in Africa/Lagos. */
export const instant = z.iso.datetime();
/** The same as somebody sends it: the database can't keep the year 0, which is in no calendar, nor what Lagos has in it. */
export const sentInstant = instant.refine((at) => at >= "0001-01-02", "This date is too early.");
const DAY_WANTED = "Use a date such as 2026-11-21.";
/** A whole day in Africa/Lagos, `2026-11-21`. The year 0, in which the first day of the year 1 begins, is in no calendar. */
export const day = z.iso.date(DAY_WANTED).refine((value) => value > "0001-01-01", DAY_WANTED);
export const email = z.email("Enter an email address such as ada@example.com.").max(254, "Use at most 254 characters.");

/** Several values in one flat query key, each once: `state=pending,in_review`. */
export const anyOf = <T extends string>(values: readonly [T, ...T[]]) =>
  z.string().refine(
    (raw) => {
      const asked = raw.split(",", values.length + 1);
      return new Set(asked).size === asked.length && asked.every((value) => values.includes(value as T));
    },
    { error: `Use one or more of: ${values.join(", ")}.` },
  );

/** Reads what `anyOf` let through. */
export const splitAnyOf = <T extends string>(raw: string) => raw.split(",") as T[];

export const COUNT_CAP = 10_000;

type SchemaOf<F> =
  F extends Filter<string, { kind: "number"; max: number }>
    ? z.ZodType<number, string | number>
    : F extends Filter<infer T>
      ? z.ZodType<T, T>
      : never;
type FilterShape<F extends Filters> = { [K in keyof F]: z.ZodOptional<SchemaOf<F[K]>> };

/** What the API takes as a filter's value; what an address drops without a word is refused here. */
function filterSchema(filter: Filter): z.ZodType {
  switch (filter.kind) {
    case "anyOf":
      return anyOf(filter.values as [string, ...string[]]);
    case "oneOf":
      return z.enum(filter.values as [string, ...string[]]);
    case "oneOfOrId":
      return z.union([z.enum(filter.values as [string, ...string[]]), id]);
    case "flag":
      return z.literal("true");
    case "day":
      return day;
    case "naira":
      return koboText;
    case "id":
      return id;
    case "ids":
      return idsOf(filter.max);
    case "text":
      return text(filter.max);
    case "number":
      return z.coerce.number<number | string>().int().min(1).max(filter.max);
    case "pattern":
      return z.string().regex(filter.pattern, filter.words);
  }
}

/** Ids with commas between them. */
export const idsOf = (max: number) =>
  z
    .string()
    .toLowerCase()
    .refine((raw) => ids(max)(raw) === raw, `Use up to ${max} ids, separated by commas.`);

const filterShape = <F extends Filters>(filters: F) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, filterSchema(filter).optional()]),
  ) as FilterShape<F>;

/**
 * Input of every list: flat query keys, unknown ones refused. `page` is zero-based (specification section 5), `sort` is
 * a column, descending with a leading minus.
 */
export const listInput = <F extends Filters, S extends string>({ filters, sorts }: List<F, S>) =>
  z.strictObject({
    page: z.coerce.number<number | string>().int().min(0).max(PAGE_MAX).default(0),
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
    q: text(SEARCH_MAX).optional(),
    ...filterShape(filters),
  });

/** Answer of every list; above the cap `total` is the cap and `totalIsCapped` says so. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    page: z.int(),
    size: z.int(),
    total: z.int(),
    totalIsCapped: z.boolean(),
  });
export type ListOf<T> = { items: T[]; page: number; size: number; total: number; totalIsCapped: boolean };

/** Answer of a list that is always read as a whole. */
export const wholeList = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

/** A person as other records name them. */
export const personRef = z.object({ id: z.string(), name: z.string() });

/** An admin, with what tells them from another of the same name. */
export const adminRef = personRef.extend({ email: z.string() });
export type AdminRef = z.infer<typeof adminRef>;

/** What answers a refused call; `fields` names inputs, `current` is the fresh record of a conflict. */
export const errorBody = z.object({
  status: z.int(),
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  current: z.unknown().optional(),
  /** Seconds to wait, with 429 and 503. */
  retry_after: z.int().optional(),
  /** With 429 of a sign-in: where a code is entered that was mailed all the same, if the password was right. */
  sign_in: z.object({ reference: z.string(), expires_at: z.string() }).optional(),
  /** With 401: why the session of this token ended. */
  ended: z.enum(ENDINGS).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** What a call's route says to the spine and to the API document. */
export type CallMeta = { policy?: Policy; done?: string } & Pick<
  Route,
  "file" | "personalFile" | "personal" | "upload" | "secret" | "idempotent" | "reads" | "derived" | "proof"
>;

/** What a call is and takes, in words and shapes. Outputs are the envelope's `data`. */
type Declared<I extends z.ZodType, O extends z.ZodType> = {
  /** What it does, for the API's page; of a read that was refused the trail says it too. */
  summary: string;
  /** What somebody did who made it, as histories say it: "Approved a request". Every call that writes has it. */
  done?: string;
  input: I;
  output: O;
};

/** Binds words and shapes to a declared route: the only way a call enters the contract. */
export const declare = <I extends z.ZodType, O extends z.ZodType>(
  route: Route,
  { summary, done, input, output }: Declared<I, O>,
) =>
  oc
    .$meta<CallMeta>({})
    .meta({
      policy: route.policy,
      done,
      file: route.file,
      personalFile: route.personalFile,
      personal: route.personal,
      upload: route.upload,
      secret: route.secret,
      idempotent: route.idempotent,
      reads: route.reads,
      derived: route.derived,
      proof: route.proof,
    })
    .route({
      method: route.method,
      path: route.path,
      summary,
      outputStructure: route.file ? "detailed" : "compact",
    })
    .input(input)
    .output(output);

/** What a handler gets of a call, and what it answers: `InputOf<typeof kyc.list>`. */
export type InputOf<Call> = Call extends { "~orpc": { inputSchema?: infer Schema } } ? ShapeOf<Schema> : never;
export type OutputOf<Call> = Call extends { "~orpc": { outputSchema?: infer Schema } } ? ShapeOf<Schema> : never;
type ShapeOf<Schema> = NonNullable<Schema> extends z.ZodType ? z.output<NonNullable<Schema>> : never;

export const nothing = z.strictObject({}).optional();
