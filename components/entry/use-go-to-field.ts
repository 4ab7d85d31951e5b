"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { goToField } from "./entry-field";

type FieldTabs<T extends string> = {
  /** The open tab of the page. */
  tab: T;
  tabOfField: (field: string) => T;
  urlOf: (tab: T) => string;
};

/** Returns a function that opens a field's tab, then focuses the field. */
export function useGoToField<T extends string>({ tab, tabOfField, urlOf }: FieldTabs<T>) {
  const router = useRouter();
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (!wanted || tabOfField(wanted) !== tab) return;
    goToField(wanted);
    setWanted(null);
  }, [wanted, tab, tabOfField]);
  return (field: string) => {
    const target = tabOfField(field);
    if (target !== tab) router.push(urlOf(target), { scroll: false });
    setWanted(field);
  };
}
