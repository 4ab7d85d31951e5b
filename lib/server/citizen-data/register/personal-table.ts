import "server-only";
import type { DataPurpose } from "@/lib/contract/user-data.values";

/**
 * A table with personal data of citizens. Column lists are separated by spaces. Each column of the table is in exactly one
 * list; a test compares them with the schema.
 */
export type PersonalTable = {
  table: string;
  /** Name of the table's CSV file in the copy for the citizen. */
  file: string;
  purpose: DataPurpose;
  /** SQL condition that finds the rows of a citizen; `:user` is the citizen's id. */
  whereCitizen: string;
  /** Columns with personal data. */
  personal: string;
  /** Personal columns that keep their values after a complete erasure: figures, states and records of the erasure. */
  stays?: string;
  /** Columns that reveal nothing about a person on their own: ids, states, times, amounts. The copy has them too. */
  other: string;
  /** Columns that the copy leaves out: secrets, hashes, search words, thumbnails, and ids or addresses of admins. */
  withheld?: string;
  /** Columns that are encrypted. The copy contains the decrypted text. */
  encrypted?: string;
  /** Column with the id of a stored file. The copy contains the file. */
  storedFile?: string;
  /** SQL expressions by column header, which replace ids by more useful names. */
  names?: Record<string, string>;
};

/** Splits a list of column names that are separated by spaces. */
export const splitColumnNames = (list = "") => list.split(" ").filter(Boolean);
