import { z } from "zod";
import { endpoint, id, listOf, noInput, oneLine, searchWords as searchText } from "./common";
import { RECORD_KINDS, type RecordType } from "./record-kinds";
import { searchRoutes as routes } from "./search.routes";
import { MAX_PASTED_SEARCH_LENGTH, MAX_PIN_TEXT_LENGTH } from "./search.values";

const foundRecord = z.object({
  id: z.string(),
  title: z.string(),
  /** Text that distinguishes records of the same title: reference, owner, state. */
  detail: z.string(),
  /** URL of the record's page in the dashboard. */
  url: z.string(),
});
/** A result of the record search. */
export type FoundRecord = z.infer<typeof foundRecord>;

const foundKind = z.object({
  /** Name of the record kind, as in the audit trail. */
  kind: z.string(),
  label: z.string(),
  /** Plural of the kind's label, within a sentence. */
  plural: z.string(),
  total: z.int(),
  totalIsCapped: z.boolean(),
  /** The first five matching records of this kind. */
  items: z.array(foundRecord),
  /** URL of the kind's list with the same words. Left out if no page lists the kind. */
  url: z.string().optional(),
});
/** Results of the record search of one kind of records. */
export type RecordKindResults = z.infer<typeof foundKind>;

const linkedKind = z
  .string()
  .refine((kind) => RECORD_KINDS[kind as RecordType]?.list !== undefined, "There is no such kind of record.");
const pinnedRecord = z.object({ kind: linkedKind, label: z.string(), ...foundRecord.shape });
export type PinnedRecord = z.infer<typeof pinnedRecord>;

const pins = listOf(pinnedRecord);

/** Calls of the record search and of pinned records, with descriptions and schemas. */
export const searchCalls = {
  records: endpoint(routes.records, {
    summary: "Records of all kinds that the caller may read, by typed words or a pasted reference",
    input: z.strictObject({ q: searchText(MAX_PASTED_SEARCH_LENGTH) }),
    output: z.object({
      /** Kinds with matches, in the order of the sidebar. */
      kinds: z.array(foundKind),
      /** Explains what kind of value the text looks like, and why no record was found. */
      hint: z.string().optional(),
      /** Plurals of the kinds whose search took too long. */
      slow: z.array(z.string()),
    }),
  }),
  pins: endpoint(routes.pins, {
    summary: "The caller's pinned records that they may still read, latest first",
    input: noInput,
    output: pins,
  }),
  pin: endpoint(routes.pin, {
    summary: "Pin a record for the caller",
    done: "Pinned a record",
    input: z.strictObject({
      kind: linkedKind,
      id,
      title: oneLine(MAX_PIN_TEXT_LENGTH, 1),
      detail: oneLine(MAX_PIN_TEXT_LENGTH).default(""),
    }),
    output: pins,
  }),
  unpin: endpoint(routes.unpin, {
    summary: "Unpin a record",
    done: "Unpinned a record",
    input: z.strictObject({ kind: linkedKind, recordId: id }),
    output: pins,
  }),
};
