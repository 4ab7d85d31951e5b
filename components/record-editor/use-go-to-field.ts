"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { focusDraftField } from "./draft-field";

type FieldTabs<T extends string> = {
  tab: T;
  tabOfField: (field: string) => T;
  urlOf: (tab: T) => string;
};

/** Returns a function that opens the tab of a field, then focuses the field. */
export function useGoToField<T extends string>({ tab, tabOfField, urlOf }: FieldTabs<T>) {
  const router = useRouter();
  const [pendingField, setPendingField] = useState<string | null>(null);
  useEffect(() => {
    if (!pendingField || tabOfField(pendingField) !== tab) return;
    focusDraftField(pendingField);
    setPendingField(null);
  }, [pendingField, tab, tabOfField]);
  return (field: string) => {
    const target = tabOfField(field);
    if (target !== tab) router.push(urlOf(target), { scroll: false });
    setPendingField(field);
  };
}
