"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { IREPORT_SETUP_VIEWS, type IreportSetupView, parseIreportSetupView } from "./ireport-categories-params";
import { IreportCategoryList } from "./ireport-category-list";
import { DepartmentList } from "./ireport-department-list";
import { ReplyTemplateList } from "./ireport-template-list";
import { REPORT_CATEGORIES_URL } from "./ireport-words";

const VIEW_LABELS: Record<IreportSetupView, string> = {
  categories: "Categories",
  departments: "Departments",
  templates: "Response templates",
};

const VIEW_COMPONENTS = { categories: IreportCategoryList, departments: DepartmentList, templates: ReplyTemplateList };

/** Renders one of the lists that configure reports: categories, departments or templates. */
export function IreportCategoriesScreen() {
  const open = parseIreportSetupView(useSearchParams().get("view"));
  const ViewComponent = VIEW_COMPONENTS[open];
  return <ViewComponent views={<ViewTabs open={open} />} />;
}

function ViewTabs({ open }: { open: IreportSetupView }) {
  return (
    <nav aria-label="Set-up" className="max-w-full overflow-x-auto overflow-y-hidden rounded-md bg-sunken p-1">
      <ul className="flex gap-1 text-sm font-semibold whitespace-nowrap">
        {IREPORT_SETUP_VIEWS.map((view) => (
          <li key={view}>
            <Link
              href={view === "categories" ? REPORT_CATEGORIES_URL : `${REPORT_CATEGORIES_URL}?view=${view}`}
              prefetch={false}
              scroll={false}
              aria-current={view === open ? "page" : undefined}
              className={clsx(
                "block rounded-sm px-3 py-1.5 -outline-offset-2",
                view === open ? "bg-surface shadow-card" : "text-muted hover:text-foreground",
              )}
            >
              {VIEW_LABELS[view]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
