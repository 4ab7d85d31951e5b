"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { errorMessageOf } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { StarterSetPreview } from "@/lib/contract/setup";
import { STARTER_SET_WORDS, type StarterSet } from "@/lib/contract/setup.values";
import { adminLabel, formatDateTime } from "@/lib/format";
import { loadStarterSetMutation, starterSetQuery } from "@/lib/queries/setup";

const STATE_LABELS = { there: "Already here", left_out: "Left out" } as const;

/** Previews the default records that a starter set adds to a new installation, with a button that adds them. */
export function StarterSetDialog({ starterSet, onClose }: { starterSet: StarterSet; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(starterSetQuery(starterSet));
  const { mutateAsync, isPending } = useKeyedMutation(loadStarterSetMutation);
  const [problem, setProblem] = useState<string | null>(null);
  const newCount = data?.items.filter(({ state }) => state === "new").length ?? 0;
  const canAdd = data && !data.loaded && newCount > 0;
  const name = STARTER_SET_WORDS[starterSet];
  const load = async () => {
    setProblem(null);
    try {
      const loaded = await mutateAsync(starterSet);
      toast.success(`${name}: ${loaded.added} added.`);
      onClose();
    } catch (failure) {
      setProblem(errorMessageOf(failure));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Starter set: ${name}`}
      description="Existing records don't change. Added records can be changed or deleted. A set can be loaded once."
      locked={isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {data && !canAdd ? "Close" : "Cancel"}
          </Button>
          {canAdd && (
            <Button variant="primary" busy={isPending} onClick={load}>
              Add {newCount}
            </Button>
          )}
        </>
      }
    >
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {problem && <Alert tone="danger">{problem}</Alert>}
      {data?.loaded && (
        <Alert tone="info">
          Loaded by {adminLabel(data.loaded.by)}, {formatDateTime(data.loaded.at)}.
        </Alert>
      )}
      {data && !data.loaded && newCount === 0 && <Alert tone="info">Nothing of this set can be added here.</Alert>}
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        <ul aria-label="Preview" tabIndex={0} className="max-h-[55dvh] overflow-y-auto px-1 text-sm -outline-offset-2">
          {data.items.map((item) => (
            <PreviewItem key={item.name} {...item} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const PreviewItem = ({ name, note, state }: StarterSetPreview["items"][number]) => (
  <li className="border-t border-border py-2 first:border-0">
    <p className="flex flex-wrap items-center gap-x-2 font-semibold">
      {name}
      {state !== "new" && <Badge tone="neutral">{STATE_LABELS[state]}</Badge>}
    </p>
    <p className="text-muted">{note}</p>
  </li>
);
