"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { SetUpFrame } from "@/components/common/table/set-up-frame";
import { SetUpActions, SetUpCell, SetUpTable, setUpRow } from "@/components/common/table/set-up-table";
import { useRecordInAddress } from "@/components/common/table/use-record-in-address";
import { Button } from "@/components/ui/button";
import { HoverLink } from "@/components/ui/hover-link";
import { lazyPart } from "@/components/ui/lazy-part";
import type { IreportDepartment } from "@/lib/contract/ireport-set-up";
import { routes } from "@/lib/contract/routes";
import { ireportDepartmentsQuery } from "@/lib/queries/ireport";
import { useMay } from "@/lib/queries/rp";
import { REPORTS_URL } from "./ireport-words";

const DepartmentDialog = lazyPart(() => import("./ireport-department-dialog"), "DepartmentDialog");
const ahead = DepartmentDialog.preload;

/** Who is responsible for which categories, and who hears of late reports. */
export function DepartmentList({ views }: { views: ReactNode }) {
  const query = useQuery(ireportDepartmentsQuery());
  const { data } = query;
  const mayCreate = useMay(routes.ireport.createDepartment);
  const mayUpdate = useMay(routes.ireport.updateDepartment);
  const { entry, open, close } = useRecordInAddress("department");
  const chosen = data?.find(({ id }) => id === entry);
  return (
    <>
      <SetUpFrame
        views={views}
        add={mayCreate ? { label: "New department", onPointed: ahead, onClick: () => open("new") } : undefined}
        query={query}
        empty="A department answers for categories. Its lead is mailed about late reports."
      >
        <SetUpTable label="Departments" heads={["Department", "Lead", "Categories", "Actions"]}>
          {data?.map((department) => (
            <Row key={department.id} department={department} onChange={mayUpdate ? open : undefined} />
          ))}
        </SetUpTable>
      </SetUpFrame>
      <Suspense>
        {entry === "new" && mayCreate && <DepartmentDialog onClose={close} />}
        {chosen && mayUpdate && <DepartmentDialog key={chosen.id} department={chosen} onClose={close} />}
      </Suspense>
    </>
  );
}

function Row({ department, onChange }: { department: IreportDepartment; onChange?: (id: string) => void }) {
  const { id, name, lead, categories } = department;
  return (
    <tr className={setUpRow}>
      <th scope="row" className="px-3 py-2.5 pl-5 text-left align-top max-md:block max-md:pb-1.5">
        <HoverLink
          href={`${REPORTS_URL}?department=${id}`}
          className="rounded-sm font-semibold text-primary hover:underline"
        >
          {name}
        </HoverLink>
      </th>
      <SetUpCell head="Lead">
        {lead?.name ?? (
          <span className="inline-flex items-center gap-1.5 text-warning">
            <TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" /> No lead: no one is mailed about late
            reports
          </span>
        )}
      </SetUpCell>
      <SetUpCell head="Categories">{categories}</SetUpCell>
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
