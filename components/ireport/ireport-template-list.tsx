"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { TableColumn } from "@/components/common/table/column";
import { RecordList } from "@/components/common/table/record-list";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { IreportCategory, IreportTemplate } from "@/lib/contract/ireport-set-up";
import { routes } from "@/lib/contract/routes";
import { ireportCategoriesQuery } from "@/lib/queries/ireport";
import { ireportTemplatesQuery } from "@/lib/queries/ireport-record";
import { useAccess } from "@/lib/queries/rp";
import { categoryOptions } from "./ireport-category-words";
import { ReplyTemplatePreview } from "./ireport-template-preview";
import { ALL_CATEGORIES_LABEL, ALL_STATES_LABEL } from "./ireport-template-words";
import { ireportStateLabel } from "./ireport-words";

const ReplyTemplateDialog = lazyWithPreload(() => import("./ireport-template-dialog"), "ReplyTemplateDialog");

const NO_CATEGORIES: readonly IreportCategory[] = [];

/** Lists reply templates: those for all categories first, then in the order of the categories. */
export function ReplyTemplateList({ views }: { views: ReactNode }) {
  const query = useQuery(ireportTemplatesQuery());
  const { data: categories = NO_CATEGORIES } = useQuery(ireportCategoriesQuery());
  const options = categoryOptions(categories);
  const placeOf = ({ category }: IreportTemplate) => options.findIndex(({ value }) => value === category?.id);
  const columns: readonly TableColumn<IreportTemplate>[] = [
    {
      id: "name",
      header: "Template",
      wraps: true,
      cell: ({ name }) => <span className="font-semibold">{name}</span>,
    },
    {
      id: "category",
      header: "Category",
      wraps: true,
      cell: (template) =>
        options[placeOf(template)]?.label ??
        template.category?.name ?? <span className="text-muted">{ALL_CATEGORIES_LABEL}</span>,
    },
    {
      id: "state",
      header: "State",
      cell: ({ state }) => (state ? ireportStateLabel(state) : <span className="text-muted">{ALL_STATES_LABEL}</span>),
    },
    {
      id: "text",
      header: "Text",
      wraps: true,
      phone: "line",
      cell: ({ text }) => (
        <span className="line-clamp-3 max-w-140">
          <ReplyTemplatePreview text={text} />
        </span>
      ),
    },
  ];
  return (
    <RecordList
      label="Response templates"
      address="template"
      query={query}
      rows={query.data?.toSorted((a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name, "en"))}
      columns={columns}
      empty="Texts that officers can use when they write to a citizen."
      fill={
        useAccess(routes.setup.loadStarterSet) && (
          <ButtonLink href="/dashboard?starter=report_templates">Load the starter set</ButtonLink>
        )
      }
      head={views}
      add="New template"
      may={{ create: useAccess(routes.ireport.createTemplate), update: useAccess(routes.ireport.updateTemplate) }}
      dialog={(template, close) => (
        <ReplyTemplateDialog key={template?.id} template={template} categories={categories} onClose={close} />
      )}
      preload={ReplyTemplateDialog.preload}
    />
  );
}
