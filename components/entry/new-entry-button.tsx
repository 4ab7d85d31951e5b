"use client";

import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { Drafts } from "@/lib/contract/entries-drafts";
import { createEntryMutation, entryRoutesOf } from "@/lib/queries/entries";
import { useAccess } from "@/lib/queries/rp";
import { ENTRY_KIND_INFO, entryUrl, newEntryDraft } from "./entry-kinds";

type NewEntryButtonProps<K extends EntryKind> = {
  kind: K;
  /** Initial values of the draft that differ from the defaults of its kind. */
  draft?: Partial<Drafts[K]>;
  label?: string;
};

/** Creates a draft and opens its page. Renders nothing for admins who may not create entries of this kind. */
export function NewEntryButton<K extends EntryKind>({ kind, draft, label }: NewEntryButtonProps<K>) {
  const router = useRouter();
  const [isOpening, startOpening] = useTransition();
  // Idempotency key, kept after a lost response, so that a retry opens the draft that already exists.
  const [key, setKey] = useState(newIdempotencyKey);
  const create = useMutation(createEntryMutation(kind, key));
  const mayCreate = useAccess(entryRoutesOf(kind).createEntry);
  const busy = create.isPending || isOpening;
  if (!mayCreate) return null;
  const createAndOpen = () =>
    create.mutate(
      { ...newEntryDraft(kind), ...draft },
      {
        onSuccess: ({ id }) => {
          setKey(newIdempotencyKey());
          startOpening(() => router.push(entryUrl(kind, id)));
        },
        onError: (error) => void toast.error(error.message),
      },
    );
  return (
    <Button variant="primary" busy={busy} onClick={createAndOpen}>
      {!busy && <Plus aria-hidden="true" />} {label ?? `New ${ENTRY_KIND_INFO[kind].one}`}
    </Button>
  );
}
