"use client";

import type { ComponentType, ReactNode } from "react";
import { titleCase } from "@/lib/format";
import { TextField } from "./fields";
import { IconField } from "./icon-field";
import { type NamedInput, RecordDialog, type RecordDialogProps } from "./record-dialog";

type Category<Icon> = { id: string; name: string; icon: Icon; version: number };

type CategoryDialogProps<
  Icon extends string,
  T extends Category<Icon>,
  Create extends NamedInput,
  Update extends NamedInput,
  Reference extends object,
> = Omit<RecordDialogProps<T, Create, Update, Reference>, "record" | "what" | "draft" | "children"> & {
  category?: T;
  /** Module name in the storage key of the draft, such as "event". */
  module: string;
  nameMax: number;
  icons: readonly Icon[];
  Picture: ComponentType<{ icon: Icon; className: string }>;
  /** Fields above the icon field; `footer` is below the icon field. */
  children?: ReactNode;
  footer?: ReactNode;
};

/**
 * Creates, changes or deletes a category of a module. After an edit conflict, shows what the other admin changed and keeps the input. Only
 * a save after that overwrites the other admin's changes.
 */
export function CategoryDialog<
  Icon extends string,
  T extends Category<Icon>,
  Create extends NamedInput,
  Update extends NamedInput,
  Reference extends object,
>(props: CategoryDialogProps<Icon, T, Create, Update, Reference>) {
  const { category, module, nameMax, icons, Picture, facts, footer, children, ...dialog } = props;
  return (
    <RecordDialog
      {...dialog}
      record={category}
      what="category"
      draft={`${module}.category:${category?.id ?? "new"}`}
      facts={[["Name", ({ name }) => name], ...facts, ["Icon", ({ icon }) => titleCase(icon.replaceAll("-", " "))]]}
    >
      <TextField name="name" label="Name" autoComplete="off" maxLength={nameMax} />
      {children}
      <IconField icons={icons} picture={(icon) => <Picture icon={icon} className="size-5" />} />
      {footer}
    </RecordDialog>
  );
}
