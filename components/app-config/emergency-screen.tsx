"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { ExportButton } from "@/components/common/export/export-button";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { LoadFailed, NothingHere, NothingMatches } from "@/components/common/states";
import { SortableList } from "@/components/common/table/sortable-list";
import { useRecordInAddress } from "@/components/common/table/use-record-in-address";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy-part";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/lib/client/toast";
import type { EmergencyNumber } from "@/lib/contract/app-config-numbers";
import { routes } from "@/lib/contract/routes";
import {
  deleteEmergencyNumberMutation,
  emergencyNumbersQuery,
  exportEmergencyNumbers,
  orderEmergencyNumbersMutation,
  verifyEmergencyNumberMutation,
} from "@/lib/queries/emergency-numbers";
import { exportProgress } from "@/lib/queries/exports";
import { useMay } from "@/lib/queries/rp";
import { EmergencyRow } from "./emergency-row";
import { CATEGORY_OPTIONS, LGA_OPTIONS, uncovered, WHOLE_STATE } from "./emergency-words";

const EmergencyDialog = lazyPart(() => import("./emergency-dialog"), "EmergencyDialog");

const STATE = "state";
type Asked = { what: "verify" | "delete"; number: EmergencyNumber };

/** Emergency numbers in the order in which the app shows them. */
export function EmergencyScreen() {
  const query = useQuery(emergencyNumbersQuery());
  const { data, error } = query;
  const [place, setPlace] = useState("");
  const [category, setCategory] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  const { entry, open, close } = useRecordInAddress("number");
  const order = useMutation(orderEmergencyNumbersMutation());
  const verify = useMutation(verifyEmergencyNumberMutation());
  const remove = useMutation(deleteEmergencyNumberMutation());
  const mayCreate = useMay(routes.appConfig.createEmergencyNumber);
  const mayExport = useMay(routes.appConfig.exportEmergencyNumbers);
  const mayUpdate = useMay(routes.appConfig.updateEmergencyNumber);
  const mayDelete = useMay(routes.appConfig.deleteEmergencyNumber);
  const fits = (number: EmergencyNumber) =>
    (!place || (place === STATE ? number.lga === null : number.lga === place)) &&
    (!category || number.category === category);
  const shown = data?.filter(fits) ?? [];
  const filtered = Boolean(place || category);
  const chosen = data?.find(({ id }) => id === entry);
  const missing = uncovered(data ?? []);
  const old = data?.filter(({ unverified }) => unverified).length ?? 0;
  return (
    <div className="space-y-4">
      {data && data.length > 0 && missing.length > 0 && (
        <Alert tone="warning" title="Some LGAs have no emergency number.">
          {missing.join(", ")}. Add one for each, or one for the whole state.
        </Alert>
      )}
      <Card className="p-5">
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <Select
            dense
            aria-label="Place"
            value={place}
            placeholder="All places"
            options={[{ value: STATE, label: WHOLE_STATE }, ...LGA_OPTIONS]}
            onChange={(event) => setPlace(event.target.value)}
          />
          <Select
            dense
            aria-label="Category"
            value={category}
            placeholder="All categories"
            options={CATEGORY_OPTIONS}
            onChange={(event) => setCategory(event.target.value)}
          />
          <p className="mr-auto text-muted text-sm" role="status">
            {data &&
              `${shown.length} of ${data.length} numbers${old ? `, ${old} ${old === 1 ? "needs" : "need"} verification` : ""}`}
          </p>
          {mayExport && data && (
            <ExportButton
              what={["emergency number", "emergency numbers"]}
              list={{ total: data.length, totalIsCapped: false }}
              filtered={false}
              create={exportEmergencyNumbers}
              progress={exportProgress}
            />
          )}
          {mayCreate && (
            <Button
              variant="primary"
              onPointerEnter={EmergencyDialog.preload}
              onFocus={EmergencyDialog.preload}
              onClick={() => open("new")}
            >
              <Plus aria-hidden="true" /> New number
            </Button>
          )}
        </div>
        {filtered && mayUpdate && shown.length > 0 && (
          <p className="mb-2 text-muted text-sm">Show all numbers to change their order.</p>
        )}
        {!data && !error && <Skeleton className="h-64" />}
        {!data && error && (
          <LoadFailed message={error.message} busy={query.isFetching} onRetry={() => void query.refetch()} />
        )}
        {data?.length === 0 && (
          <NothingHere>Numbers that citizens can call in need. The app shows them within seconds.</NothingHere>
        )}
        {data && data.length > 0 && shown.length === 0 && (
          <NothingMatches
            onClear={() => {
              setPlace("");
              setCategory("");
            }}
          />
        )}
        {shown.length > 0 && (
          <SortableList
            label="Emergency numbers"
            items={shown}
            idOf={(number) => number.id}
            nameOf={(number) => number.name}
            disabled={!mayUpdate || filtered}
            onOrder={(ids) => order.mutate({ ids })}
            render={(number) => (
              <EmergencyRow
                number={number}
                onVerify={mayUpdate ? () => setAsked({ what: "verify", number }) : undefined}
                onChange={mayUpdate ? () => open(number.id) : undefined}
                onDelete={mayDelete ? () => setAsked({ what: "delete", number }) : undefined}
              />
            )}
          />
        )}
      </Card>
      <Suspense>
        {entry === "new" && mayCreate && <EmergencyDialog onClose={close} />}
        {chosen && mayUpdate && <EmergencyDialog key={chosen.id} number={chosen} onClose={close} />}
      </Suspense>
      {asked?.what === "verify" && (
        <LazyConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={`Is ${asked.number.number} answered?`}
          consequence={`Confirm only if you called ${asked.number.name} today and somebody answered. Your name and today's date are shown.`}
          confirmLabel="It was answered"
          onConfirm={async () => {
            await verify.mutateAsync({ numberId: asked.number.id, version: asked.number.version });
            toast.success(`${asked.number.name} is verified.`);
          }}
        />
      )}
      {asked?.what === "delete" && (
        <LazyConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={`Delete ${asked.number.name}?`}
          consequence="It disappears from the app within seconds."
          confirmLabel="Delete"
          tone="danger"
          onConfirm={async () => {
            await remove.mutateAsync({ numberId: asked.number.id, version: asked.number.version });
            toast.success(`${asked.number.name} is deleted.`);
          }}
        />
      )}
    </div>
  );
}
