"use client";

import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { Drafts } from "@/lib/contract/content-entries-drafts";
import { contentEntryRoutesOf, createContentEntryMutation } from "@/lib/queries/content-entries";
import { useAccess } from "@/lib/queries/rp";
import { CONTENT_ENTRY_KIND_INFO, contentEntryUrl, newContentEntryDraft } from "./content-entry-kinds";

type NewContentEntryButtonProps<K extends ContentEntryKind> = {
  kind: K;
  /** Initial values of the draft that differ from the defaults of its kind. */
  draft?: Partial<Drafts[K]>;
  label?: string;
};

/** Creates a draft and opens its page. Renders nothing for admins who may not create content entries of this kind. */
export function NewContentEntryButton<K extends ContentEntryKind>({
  kind,
  draft,
  label,
}: NewContentEntryButtonProps<K>) {
  const router = useRouter();
  const [isOpening, startOpening] = useTransition();
  // Idempotency key, kept after a lost response, so that a retry opens the draft that already exists.
  const [key, setKey] = useState(newIdempotencyKey);
  const create = useMutation(createContentEntryMutation(kind, key));
  const mayCreate = useAccess(contentEntryRoutesOf(kind).createEntry);
  const busy = create.isPending || isOpening;
  if (!mayCreate) return null;
  const createAndOpen = () =>
    create.mutate(
      { ...newContentEntryDraft(kind), ...draft },
      {
        onSuccess: ({ id }) => {
          setKey(newIdempotencyKey());
          startOpening(() => router.push(contentEntryUrl(kind, id)));
        },
        onError: (error) => void toast.error(error.message),
      },
    );
  return (
    <Button variant="primary" busy={busy} onClick={createAndOpen}>
      {!busy && <Plus aria-hidden="true" />} {label ?? `New ${CONTENT_ENTRY_KIND_INFO[kind].one}`}
    </Button>
  );
}
