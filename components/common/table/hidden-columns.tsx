"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { COLUMNS_COOKIE, remember } from "@/lib/client/preferences";

type Hidden = Readonly<Record<string, readonly string[]>>;

const Context = createContext<{ hidden: Hidden; change: (table: string, columns: readonly string[]) => void }>({
  hidden: {},
  change: () => {},
});

/** `kyc:lga.assignee|audit-trail:address` */
export const parseHidden = (cookie: string | undefined): Hidden =>
  Object.fromEntries(
    (cookie ?? "").split("|").flatMap((entry) => {
      const [table, columns] = entry.split(":");
      return table && columns ? [[table, columns.split(".")]] : [];
    }),
  );

const serialize = (hidden: Hidden) =>
  Object.entries(hidden)
    .filter(([, columns]) => columns.length > 0)
    .map(([table, columns]) => `${table}:${columns.join(".")}`)
    .join("|");

/** Which columns a person hid, per table. From a cookie, so that the first HTML has the right columns. */
export function HiddenColumns({ cookie, children }: { cookie: string | undefined; children: ReactNode }) {
  const [hidden, setHidden] = useState(() => parseHidden(cookie));
  const change = (table: string, columns: readonly string[]) => {
    const next = { ...hidden, [table]: columns };
    setHidden(next);
    remember(COLUMNS_COOKIE, serialize(next));
  };
  return <Context value={{ hidden, change }}>{children}</Context>;
}

export function useHiddenColumns(table: string) {
  const { hidden, change } = useContext(Context);
  return [hidden[table] ?? [], (columns: readonly string[]) => change(table, columns)] as const;
}
