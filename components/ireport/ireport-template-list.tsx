"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { SetUpFrame } from "@/components/common/table/set-up-frame";
import { SetUpActions, SetUpCell, SetUpTable, setUpRow } from "@/components/common/table/set-up-table";
import { useRecordInAddress } from "@/components/common/table/use-record-in-address";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import type { IreportCategory, IreportTemplate } from "@/lib/contract/ireport-set-up";
import { routes } from "@/lib/contract/routes";
import { ireportCategoriesQuery, ireportTemplatesQuery } from "@/lib/queries/ireport";
import { useMay } from "@/lib/queries/rp";
import { categoryOptions } from "./ireport-category-words";
import { TemplateText } from "./ireport-template-preview";
import { ALL_CATEGORIES, ALL_STATES } from "./ireport-template-words";
import { stateWords } from "./ireport-words";

const TemplateDialog = lazyPart(() => import("./ireport-template-dialog"), "TemplateDialog");
const ahead = TemplateDialog.preload;

const NO_CATEGORIES: readonly IreportCategory[] = [];

/** Texts to start from, those for every category first, then in the order of the categories. */
export function TemplateList({ views }: { views: ReactNode }) {
  const query = useQuery(ireportTemplatesQuery());
  const { data } = query;
  const { data: categories = NO_CATEGORIES } = useQuery(ireportCategoriesQuery());
  const mayCreate = useMay(routes.ireport.createTemplate);
  const mayUpdate = useMay(routes.ireport.updateTemplate);
  const { entry, open, close } = useRecordInAddress("template");
  const chosen = data?.find(({ id }) => id === entry);
  const options = categoryOptions(categories);
  const placeOf = ({ category }: IreportTemplate) => options.findIndex(({ value }) => value === category?.id);
  const sorted = data && [...data].sort((a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name, "en"));
  return (
    <>
      <SetUpFrame
        views={views}
        add={mayCreate ? { label: "New template", onPointed: ahead, onClick: () => open("new") } : undefined}
        query={query}
        empty="Texts that officers can start from when they write to a citizen."
      >
        <SetUpTable label="Response templates" heads={["Template", "Category", "State", "Text", "Actions"]}>
          {sorted?.map((template) => (
            <Row
              key={template.id}
              template={template}
              category={options[placeOf(template)]?.label ?? template.category?.name}
              onChange={mayUpdate ? open : undefined}
            />
          ))}
        </SetUpTable>
      </SetUpFrame>
      <Suspense>
        {entry === "new" && mayCreate && <TemplateDialog categories={categories} onClose={close} />}
        {chosen && mayUpdate && (
          <TemplateDialog key={chosen.id} template={chosen} categories={categories} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

type RowProps = { template: IreportTemplate; category?: string; onChange?: (id: string) => void };

function Row({ template: { id, name, state, text }, category, onChange }: RowProps) {
  return (
    <tr className={setUpRow}>
      <th scope="row" className="px-3 py-2.5 pl-5 text-left align-top font-semibold max-md:block max-md:pb-1.5">
        {name}
      </th>
      <SetUpCell head="Category">{category ?? <span className="text-muted">{ALL_CATEGORIES}</span>}</SetUpCell>
      <SetUpCell head="State">{state ? stateWords(state) : <span className="text-muted">{ALL_STATES}</span>}</SetUpCell>
      <td className="max-w-140 px-3 py-2.5 align-top max-md:block max-md:px-5 max-md:py-1">
        <span className="line-clamp-3">
          <TemplateText text={text} />
        </span>
      </td>
      <SetUpActions>
        {onChange && (
          <Button
            size="sm"
            aria-label={`Change ${name}`}
            onPointerEnter={ahead}
            onFocus={ahead}
            onClick={() => onChange(id)}
          >
            Change
          </Button>
        )}
      </SetUpActions>
    </tr>
  );
}
