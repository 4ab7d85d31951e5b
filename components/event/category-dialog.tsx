"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Facts, WhatChanged } from "@/components/common/form/current-version";
import { TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { IconField } from "@/components/common/form/icon-field";
import { useNewer } from "@/components/common/form/use-newer";
import { SetUpDeleteButton, SetUpDeleteDialog } from "@/components/common/table/set-up-delete";
import { forgetDraft, keepDraft } from "@/lib/client/drafts";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { EventCategory } from "@/lib/contract/event";
import { EVENT_ICONS } from "@/lib/contract/event.values";
import { routes } from "@/lib/contract/routes";
import { titleCase } from "@/lib/format";
import {
  createEventCategoryMutation,
  deleteEventCategoryMutation,
  type EventCategoryInput,
  type EventCategoryUpdateInput,
  updateEventCategoryMutation,
} from "@/lib/queries/event-set-up";
import { useMay } from "@/lib/queries/rp";
import { CategoryIcon } from "./category-icon";
import { ColourField } from "./colour-field";

type Values = EventCategoryInput & Partial<EventCategoryUpdateInput>;
const loadCreation = () => import("@/lib/contract/event").then((module) => module.eventCategoryForm);
const loadUpdate = () => import("@/lib/contract/event").then((module) => module.eventCategoryUpdateForm);

const FACTS: Facts<EventCategory> = [
  ["Name", ({ name }) => name],
  ["Colour", ({ colour }) => colour],
  ["Icon", ({ icon }) => titleCase(icon.replaceAll("-", " "))],
];

type CategoryDialogProps = { category?: EventCategory; onClose: () => void };

/**
 * Adds a category, or changes one. When somebody else was faster, it shows what they changed, keeps everything typed here,
 * and saves over theirs only after that was shown.
 */
export function CategoryDialog({ category: now, onClose }: CategoryDialogProps) {
  const { base, newer, keep } = useNewer(now);
  const [key] = useState(newIdempotencyKey);
  const [deleting, setDeleting] = useState(false);
  const draft = `event.category:${base?.id ?? "new"}`;
  const close = () => {
    forgetDraft(draft);
    onClose();
  };
  const create = useMutation(createEventCategoryMutation(key));
  const update = useMutation(updateEventCategoryMutation());
  const remove = useMutation(deleteEventCategoryMutation());
  const mayDelete = useMay(routes.event.deleteCategory);
  const latest = newer ?? base;
  const send = async (input: Values) => {
    if (latest) await update.mutateAsync({ ...input, eventCategoryId: latest.id, version: latest.version }).catch(keep);
    else await create.mutateAsync(input);
    toast.success(`${input.name} is saved.`);
  };
  return (
    <>
      <FormDialog<Values>
        open={!deleting}
        onOpenChange={close}
        title={base ? `Change ${base.name}` : "New category"}
        submitLabel={newer ? "Overwrite" : "Save"}
        schema={base ? loadUpdate : loadCreation}
        fixed={latest && { eventCategoryId: latest.id, version: latest.version }}
        draft={draft}
        defaultValues={
          base ? { name: base.name, colour: base.colour, icon: base.icon } : { name: "", colour: "#0a6650" }
        }
        onSubmit={send}
      >
        {base && newer && <WhatChanged facts={FACTS} base={base} newer={newer} />}
        <TextField name="name" label="Name" autoComplete="off" maxLength={60} />
        <ColourField />
        <IconField icons={EVENT_ICONS} picture={(icon) => <CategoryIcon icon={icon} className="size-5" />} />
        {latest && mayDelete && (
          <SetUpDeleteButton
            what="category"
            inUse={latest.events > 0 ? "Can't be deleted: events use it." : undefined}
            onDelete={() => {
              keepDraft(draft);
              setDeleting(true);
            }}
          />
        )}
      </FormDialog>
      {latest && deleting && (
        <SetUpDeleteDialog
          record={latest}
          consequence="No event uses it. It can't be brought back; a new one can be added."
          onDelete={({ id, version }) => remove.mutateAsync({ eventCategoryId: id, version }).catch(keep)}
          onDone={close}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
