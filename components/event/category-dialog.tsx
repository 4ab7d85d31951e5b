"use client";

import type { Facts } from "@/components/common/form/current-version";
import { TextField } from "@/components/common/form/fields";
import { IconField } from "@/components/common/form/icon-field";
import { RecordDialog } from "@/components/common/form/record-dialog";
import type { EventCategory } from "@/lib/contract/event";
import { EVENT_ICONS } from "@/lib/contract/event.values";
import { routes } from "@/lib/contract/routes";
import { titleCase } from "@/lib/format";
import {
  createEventCategoryMutation,
  deleteEventCategoryMutation,
  updateEventCategoryMutation,
} from "@/lib/queries/event-set-up";
import { useMay } from "@/lib/queries/rp";
import { CategoryIcon } from "./category-icon";
import { ColourField } from "./colour-field";

const loadCreation = () => import("@/lib/contract/event").then((module) => module.eventCategoryCreation);
const loadUpdate = () => import("@/lib/contract/event").then((module) => module.eventCategoryUpdate);

const FACTS: Facts<EventCategory> = [
  ["Name", ({ name }) => name],
  ["Colour", ({ colour }) => colour],
  ["Icon", ({ icon }) => titleCase(icon.replaceAll("-", " "))],
];

type CategoryDialogProps = { category?: EventCategory; onClose: () => void };

/**
 * Adds or edits a category. After a conflict it shows the current version and keeps the form. Only then can a save overwrite the
 * other admin's changes.
 */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const mayDelete = useMay(routes.event.deleteCategory);
  return (
    <RecordDialog
      record={category}
      what="category"
      draft={`event.category:${category?.id ?? "new"}`}
      schemas={{ create: loadCreation, update: loadUpdate }}
      reference={({ id, version }) => ({ eventCategoryId: id, version })}
      values={(base) =>
        base ? { name: base.name, colour: base.colour, icon: base.icon } : { name: "", colour: "#0a6650" }
      }
      facts={FACTS}
      create={createEventCategoryMutation}
      update={updateEventCategoryMutation}
      remove={
        mayDelete
          ? {
              mutation: deleteEventCategoryMutation,
              consequence: "No event uses it. It can't be brought back; a new one can be added.",
              inUse: ({ events }) => (events > 0 ? "Can't be deleted: events use it." : undefined),
            }
          : undefined
      }
      onClose={onClose}
    >
      <TextField name="name" label="Name" autoComplete="off" maxLength={60} />
      <ColourField />
      <IconField icons={EVENT_ICONS} picture={(icon) => <CategoryIcon icon={icon} className="size-5" />} />
    </RecordDialog>
  );
}
