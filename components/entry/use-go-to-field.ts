"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { goToField } from "./entry-field";

type FieldTabs<T extends string> = {
  /** The part of the page that is open. */
  tab: T;
  tabOfField: (field: string) => T;
  urlOf: (tab: T) => string;
};

/** Goes to a field of a page in parts, and opens the part that it is in first. */
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
