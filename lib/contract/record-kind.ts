import type { RecordRef } from "./records";
import type { ReferencePrefix } from "./reference.values";
import type { Route } from "./route";

/** A list in which the records of a kind can be searched by typed words. */
export type SearchableRecordList = {
  /** Plural of the kind's label, within a sentence: "identity requests". */
  plural: string;
  /** The list's call, with the parameter `q`. The record search covers the kind only for admins who may make this call. */
  call: Route;
  /** Path below /dashboard of the page that lists all records of the kind. Left out if no such page exists. */
  path?: string;
  /** Other query parameters of the list's call. */
  with?: Record<string, string>;
  /** Prefixes of the kind's references. A search for such a reference skips all other kinds. */
  references?: readonly ReferencePrefix[];
  /** Other values that the list's search recognises. Without them, a search for an email address or phone number skips the kind. */
  values?: readonly ("email" | "digits")[];
};

/** Properties of a kind of records: its label, page, and list. */
export type RecordKind = {
  label: string;
  /** Noun in past-tense texts ("Approved a request"), if it differs from the label with "a" or "an". */
  noun?: string;
  /** Returns the URL of the record's page. Left out for kinds without a page. */
  address?: (record: RecordRef) => string;
  /** The call that reads the record. Only admins who may make this call get a link to the record's page. */
  opens?: Route;
  /** Makes the kind searchable in the top bar. Its rows become results in lib/server/search/record-items.ts. */
  list?: SearchableRecordList;
};
