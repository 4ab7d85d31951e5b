"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { COLUMNS_COOKIE, setPreference } from "@/lib/client/preferences";

type HiddenByTable = Readonly<Record<string, readonly string[]>>;

const Context = createContext<{ hidden: HiddenByTable; change: (table: string, columns: readonly string[]) => void }>({
  hidden: {},
  change: () => {},
});

/** Parses the cookie, such as `kyc:lga.assignee|audit-trail:address`. */
export const parseHidden = (cookie: string | undefined): HiddenByTable =>
  Object.fromEntries(
    (cookie ?? "").split("|").flatMap((entry) => {
      const [table, columns] = entry.split(":");
      return table && columns !== undefined ? [[table, columns.split(".").filter(Boolean)]] : [];
    }),
  );

const serialize = (hidden: HiddenByTable) =>
  Object.entries(hidden)
    .map(([table, columns]) => `${table}:${columns.join(".")}`)
    .join("|");

/** Provides the hidden columns of each table. Stored in a cookie, so that the server renders the right columns. */
export function HiddenColumns({ cookie, children }: { cookie: string | undefined; children: ReactNode }) {
  const [hidden, setHidden] = useState(() => parseHidden(cookie));
  const change = (table: string, columns: readonly string[]) => {
    const next = { ...hidden, [table]: columns };
    setHidden(next);
    setPreference(COLUMNS_COOKIE, serialize(next));
  };
  return <Context value={{ hidden, change }}>{children}</Context>;
}

/** @param initial columns hidden while the admin has made no choice for this table */
export function useHiddenColumns(table: string, initial: readonly string[] = []) {
  const { hidden, change } = useContext(Context);
  return [hidden[table] ?? initial, (columns: readonly string[]) => change(table, columns)] as const;
}
