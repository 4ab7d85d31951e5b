"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CategoryDialog } from "@/components/common/form/category-dialog";
import { CheckboxField } from "@/components/common/form/fields";
import { accessPolicy, satisfiesPolicy } from "@/lib/contract/access";
import { IREPORT_ICONS } from "@/lib/contract/ireport.values";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { routes } from "@/lib/contract/routes";
import {
  createIreportCategoryMutation,
  deleteIreportCategoryMutation,
  updateIreportCategoryMutation,
} from "@/lib/queries/ireport-set-up";
import { accessQuery, useAccess } from "@/lib/queries/rp";
import { CategoryPlacementFields, TargetHoursFields } from "./ireport-category-fields";
import { IreportCategoryIcon } from "./ireport-category-icon";
import { categoryDiffFields, describeCategoryUsage } from "./ireport-category-words";

const loadNewSchema = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportCategoryCreation);
const loadUpdateSchema = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportCategoryUpdate);

const EMPTY_CATEGORY = {
  name: "",
  parent_id: null,
  department_id: null,
  target_hours: 168,
  submitted_hours: 24,
  acknowledged_hours: 48,
  in_progress_hours: 96,
  active: true,
  private: false,
};

type CategoryDialogProps = { category?: IreportCategory; all: readonly IreportCategory[]; onClose: () => void };

/** Adds, edits or moves a category of reports. When a category is moved, its reports stay in it with their history. */
export function IreportCategoryDialog({ category: initialCategory, all: allCategories, onClose }: CategoryDialogProps) {
  // Uses the category as it was when the form opened, because the list behind the form may refetch.
  const [category] = useState(initialCategory);
  const mayDelete = useAccess(routes.ireport.deleteCategory);
  const mayHide = satisfiesPolicy(useQuery(accessQuery()).data?.features ?? [], accessPolicy("iReports", "approve"));
  const below = category ? allCategories.filter(({ parent_id }) => parent_id === category.id).length : 0;
  return (
    <CategoryDialog
      category={category}
      module="ireport"
      nameMax={80}
      icons={IREPORT_ICONS}
      Picture={IreportCategoryIcon}
      size="lg"
      consequence={category && "New targets apply to new reports, and to states that begin from now on."}
      schemas={{ create: loadNewSchema, update: loadUpdateSchema }}
      reference={({ id, version }) => ({ categoryId: id, version })}
      fixed={(latest) => ({
        // Keeps a category with subcategories on the first level. Keeps `private` unchanged if the admin may not make categories private.
        ...(below > 0 && { parent_id: null }),
        ...(!mayHide && { private: latest?.private ?? false }),
      })}
      values={(stored) =>
        stored
          ? {
              name: stored.name,
              parent_id: stored.parent_id,
              department_id: stored.department?.id ?? null,
              target_hours: stored.target_hours,
              submitted_hours: stored.submitted_hours,
              acknowledged_hours: stored.acknowledged_hours,
              in_progress_hours: stored.in_progress_hours,
              icon: stored.icon,
              active: stored.active,
              private: stored.private,
            }
          : EMPTY_CATEGORY
      }
      facts={categoryDiffFields(allCategories)}
      create={createIreportCategoryMutation}
      update={updateIreportCategoryMutation}
      remove={
        mayDelete && {
          mutation: deleteIreportCategoryMutation,
          consequence: "It is not used yet. It can't be restored; a new one can be added.",
          inUse: (latest) => {
            const usageText = describeCategoryUsage(latest, below);
            return usageText ? `Can't be deleted: in use by ${usageText}. Make it inactive instead.` : undefined;
          },
        }
      }
      onClose={onClose}
      footer={
        <>
          <CheckboxField
            name="active"
            label="Active"
            hint="Only active categories are offered to citizens. Reports in an inactive category stay in it."
          />
          {mayHide && (
            <CheckboxField
              name="private"
              label="Private"
              hint="Only admins with approval rights and a report's owner see its reports. For everyone else, figures, search and exports exclude them."
            />
          )}
        </>
      }
    >
      <CategoryPlacementFields category={category} all={allCategories} below={below} />
      <TargetHoursFields />
    </CategoryDialog>
  );
}
