"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { parseSetUpView, SET_UP_VIEWS, type SetUpView } from "./ireport-categories-params";
import { CategoryList } from "./ireport-category-list";
import { DepartmentList } from "./ireport-department-list";
import { TemplateList } from "./ireport-template-list";
import { CATEGORIES_URL } from "./ireport-words";

const VIEW_LABELS: Record<SetUpView, string> = {
  categories: "Categories",
  departments: "Departments",
  templates: "Response templates",
};

const VIEW_COMPONENTS = { categories: CategoryList, departments: DepartmentList, templates: TemplateList };

/** Renders one of the lists that configure reports: categories, departments or templates. */
export function IreportCategoriesScreen() {
  const open = parseSetUpView(useSearchParams().get("view"));
  const ViewComponent = VIEW_COMPONENTS[open];
  return <ViewComponent views={<ViewTabs open={open} />} />;
}

function ViewTabs({ open }: { open: SetUpView }) {
  return (
    <nav aria-label="Set-up" className="max-w-full overflow-x-auto overflow-y-hidden rounded-md bg-sunken p-1">
      <ul className="flex gap-1 text-sm font-semibold whitespace-nowrap">
        {SET_UP_VIEWS.map((view) => (
          <li key={view}>
            <Link
              href={view === "categories" ? CATEGORIES_URL : `${CATEGORIES_URL}?view=${view}`}
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
