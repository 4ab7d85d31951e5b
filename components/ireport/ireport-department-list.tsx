"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { AdminName } from "@/components/common/admin-name";
import type { TableColumn } from "@/components/common/table/column";
import { RecordList } from "@/components/common/table/record-list";
import { ButtonLink } from "@/components/ui/button-link";
import { HoverLink } from "@/components/ui/hover-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { IreportDepartment } from "@/lib/contract/ireport-set-up";
import { routes } from "@/lib/contract/routes";
import { ireportDepartmentsQuery } from "@/lib/queries/ireport";
import { useAccess } from "@/lib/queries/rp";
import { ALL_REPORTS_URL } from "./ireport-words";

const DepartmentDialog = lazyWithPreload(() => import("./ireport-department-dialog"), "DepartmentDialog");

const DEPARTMENT_COLUMNS: readonly TableColumn<IreportDepartment>[] = [
  {
    id: "name",
    header: "Department",
    wraps: true,
    cell: ({ id, name }) => (
      <HoverLink
        href={`${ALL_REPORTS_URL}?department=${id}`}
        className="rounded-sm font-semibold text-primary hover:underline"
      >
        {name}
      </HoverLink>
    ),
  },
  {
    id: "lead",
    header: "Lead",
    wraps: true,
    cell: ({ lead }) =>
      lead ? (
        <AdminName admin={lead} />
      ) : (
        <span className="inline-flex items-center gap-1.5 text-warning">
          <TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" /> No lead: no one is mailed about late
          reports
        </span>
      ),
  },
  { id: "categories", header: "Categories", cell: ({ categories }) => categories },
];

/** Lists the departments with their categories, and the leads who are notified of late reports. */
export function DepartmentList({ views }: { views: ReactNode }) {
  const query = useQuery(ireportDepartmentsQuery());
  return (
    <RecordList
      label="Departments"
      address="department"
      query={query}
      rows={query.data}
      columns={DEPARTMENT_COLUMNS}
      empty="A department is responsible for categories. Its lead is mailed about late reports."
      fill={
        useAccess(routes.setup.loadStarterSet) && (
          <ButtonLink href="/dashboard?starter=report_categories">Load the starter set</ButtonLink>
        )
      }
      head={views}
      add="New department"
      may={{ create: useAccess(routes.ireport.createDepartment), update: useAccess(routes.ireport.updateDepartment) }}
      dialog={(department, close) => <DepartmentDialog key={department?.id} department={department} onClose={close} />}
      preload={DepartmentDialog.preload}
    />
  );
}
