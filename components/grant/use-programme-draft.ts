"use client";

import { useMutation } from "@tanstack/react-query";
import { checkedBy, useRecordDraft } from "@/components/entry/use-record-draft";
import type { ProgrammeSingle } from "@/lib/contract/grant";
import { updateProgrammeMutation } from "@/lib/queries/grant";
import { draftFrom, valuesOf } from "./programme-draft";

const check = checkedBy(() => import("@/lib/contract/grant").then((module) => module.programmeCreation), valuesOf);

/** Manages the form of a programme's details. */
export function useProgrammeDraft(programme: ProgrammeSingle) {
  const { mutateAsync } = useMutation(updateProgrammeMutation());
  return useRecordDraft({
    record: programme,
    name: `programme:${programme.id}`,
    draftFrom,
    check,
    save: (values, { version }) => mutateAsync({ ...values, programmeId: programme.id, version }),
  });
}
