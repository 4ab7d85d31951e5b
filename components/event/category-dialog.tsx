"use client";

import { CategoryDialog } from "@/components/common/form/category-dialog";
import type { EventCategory } from "@/lib/contract/event";
import { EVENT_ICONS } from "@/lib/contract/event.values";
import { routes } from "@/lib/contract/routes";
import {
  createEventCategoryMutation,
  deleteEventCategoryMutation,
  updateEventCategoryMutation,
} from "@/lib/queries/event-set-up";
import { useAccess } from "@/lib/queries/rp";
import { EventCategoryIcon } from "./category-icon";
import { ColourField } from "./colour-field";

const loadCreationSchema = () => import("@/lib/contract/event").then((module) => module.eventCategoryCreation);
const loadUpdateSchema = () => import("@/lib/contract/event").then((module) => module.eventCategoryUpdate);

/** Adds or edits a category of events. */
export function EventCategoryDialog({ category, onClose }: { category?: EventCategory; onClose: () => void }) {
  const mayDelete = useAccess(routes.event.deleteCategory);
  return (
    <CategoryDialog
      category={category}
      module="event"
      nameMax={60}
      icons={EVENT_ICONS}
      Picture={EventCategoryIcon}
      schemas={{ create: loadCreationSchema, update: loadUpdateSchema }}
      reference={({ id, version }) => ({ eventCategoryId: id, version })}
      values={(stored) => ({ name: stored?.name ?? "", colour: stored?.colour ?? "#0a6650", icon: stored?.icon })}
      facts={[["Colour", ({ colour }) => colour]]}
      create={createEventCategoryMutation}
      update={updateEventCategoryMutation}
      remove={
        mayDelete && {
          mutation: deleteEventCategoryMutation,
          consequence: "No event uses it. It can't be restored; a new one can be added.",
          inUse: ({ events }) => (events > 0 ? "Can't be deleted: events use it." : undefined),
        }
      }
      onClose={onClose}
    >
      <ColourField />
    </CategoryDialog>
  );
}
