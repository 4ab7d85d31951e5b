"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { SortableList } from "@/components/common/table/sortable-list";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { CheckboxRow } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { conflictRecordOf, errorMessageOf } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import { homeBlockLabel } from "@/lib/contract/overview.values";
import { type HomeLayout, resetHomeLayoutMutation, saveHomeLayoutMutation } from "@/lib/queries/overview";

type ArrangeDialogProps = { layout: HomeLayout; onClose: () => void };
type SaveProblem = { message: string; current?: HomeLayout };

/** Changes the order of the blocks of Home, by drag, keyboard or typed position, and which blocks are shown. */
export function ArrangeHomeDialog({ layout, onClose }: ArrangeDialogProps) {
  const [base, setBase] = useState(layout);
  const [places, setPlaces] = useState(layout.blocks);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const save = useMutation(saveHomeLayoutMutation());
  const reset = useMutation(resetHomeLayoutMutation());
  const isBusy = save.isPending || reset.isPending;
  const outcome = (done: string) => ({
    onSuccess: () => {
      toast.success(done);
      onClose();
    },
    onError: (error: unknown) => {
      const current = conflictRecordOf<HomeLayout>(error);
      setProblem({ message: errorMessageOf(error), current });
      // After a conflict, bases the form on the version that the message shows, so that the next save overwrites that version.
      if (current) setBase(current);
    },
  });
  const setHidden = (block: HomeLayout["blocks"][number]["block"], hidden: boolean) =>
    setPlaces(places.map((place) => (place.block === block ? { block, hidden } : place)));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Arrange Home"
      description="Drag a block, or type its position. It applies to all your devices."
      locked={isBusy}
      footer={
        <>
          <Button
            className="mr-auto"
            disabled={base.is_default}
            busy={reset.isPending}
            onClick={() => reset.mutate({ version: base.version }, outcome("Home is arranged by your role."))}
          >
            Reset to my role's arrangement
          </Button>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={save.isPending}
            onClick={() => save.mutate({ version: base.version, blocks: places }, outcome("Home is arranged."))}
          >
            Save
          </Button>
        </>
      }
    >
      {problem && (
        <div className="mb-3">
          <Alert
            tone="danger"
            action={
              problem.current && (
                <Button
                  size="sm"
                  onClick={() => {
                    setPlaces(problem.current?.blocks ?? places);
                    setProblem(null);
                  }}
                >
                  Use current version
                </Button>
              )
            }
          >
            {problem.message}
          </Alert>
        </div>
      )}
      <SortableList
        label="Blocks of Home"
        items={places}
        idOf={({ block }) => block}
        nameOf={({ block }) => homeBlockLabel(block)}
        render={({ block, hidden }) => (
          <CheckboxRow
            label={homeBlockLabel(block)}
            checked={!hidden}
            onChange={(event) => setHidden(block, !event.target.checked)}
          />
        )}
        onOrder={(ids) => setPlaces(ids.flatMap((id) => places.filter(({ block }) => block === id)))}
        disabled={isBusy}
      />
    </Dialog>
  );
}
