"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { SET_UP_VIEWS, type SetUpView, viewOf } from "./ireport-categories-params";
import { CategoryList } from "./ireport-category-list";
import { DepartmentList } from "./ireport-department-list";
import { TemplateList } from "./ireport-template-list";
import { CATEGORIES_URL } from "./ireport-words";

const LABELS: Record<SetUpView, string> = {
  categories: "Categories",
  departments: "Departments",
  templates: "Response templates",
};

/** The desk's set-up: what citizens can choose, who is responsible, and texts to start from. One part at a time. */
export function IreportCategoriesScreen() {
  const open = viewOf(useSearchParams().get("view"));
  return (
    <>
      <nav aria-label="Set-up" className="mb-4 overflow-x-auto">
        <ul className="inline-flex gap-1 rounded-md bg-sunken p-1 text-sm font-semibold whitespace-nowrap">
          {SET_UP_VIEWS.map((view) => (
            <li key={view}>
              <Link
                href={view === "categories" ? CATEGORIES_URL : `${CATEGORIES_URL}?view=${view}`}
                prefetch={false}
                scroll={false}
                aria-current={view === open ? "page" : undefined}
                className={clsx(
                  "block rounded-sm px-3 py-1.5",
                  view === open ? "bg-surface shadow-card" : "text-muted hover:text-foreground",
                )}
              >
                {LABELS[view]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {open === "categories" && <CategoryList />}
      {open === "departments" && <DepartmentList />}
      {open === "templates" && <TemplateList />}
    </>
  );
}
