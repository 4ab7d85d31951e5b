"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ExportButton } from "@/components/common/export/export-button";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { RecordList } from "@/components/common/table/record-list";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Select } from "@/components/ui/select";
import { toast } from "@/lib/client/toast";
import type { EmergencyNumber } from "@/lib/contract/app-config-emergency-numbers";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { routes } from "@/lib/contract/routes";
import {
  emergencyNumbersQuery,
  exportEmergencyNumbers,
  orderEmergencyNumbersMutation,
  verifyEmergencyNumberMutation,
} from "@/lib/queries/emergency-numbers";
import { useExportAccess } from "@/lib/queries/exports";
import { useAccess } from "@/lib/queries/rp";
import { emergencyNumberColumns } from "./emergency-number-columns";
import {
  describeEmergencyNumberCount,
  EMERGENCY_CATEGORY_OPTIONS,
  lgasWithoutEmergencyNumber,
  WHOLE_STATE_LABEL,
} from "./emergency-number-words";

const EmergencyNumberDialog = lazyWithPreload(() => import("./emergency-number-dialog"), "EmergencyNumberDialog");

const WHOLE_STATE_VALUE = "state";

/** Lists the emergency numbers in the order of the citizen app. */
export function EmergencyNumberScreen() {
  const query = useQuery(emergencyNumbersQuery());
  const { data } = query;
  const [areaFilter, setAreaFilter] = useState("");
  const [category, setCategory] = useState("");
  const [verifying, setVerifying] = useState<EmergencyNumber | null>(null);
  const order = useMutation(orderEmergencyNumbersMutation());
  const verify = useMutation(verifyEmergencyNumberMutation());
  const mayUpdate = useAccess(routes.appConfig.updateEmergencyNumber);
  const exportAccess = useExportAccess(routes.appConfig.exportEmergencyNumbers);
  const matchesFilters = ({ lga, category: of }: EmergencyNumber) =>
    (!areaFilter || lga === (areaFilter === WHOLE_STATE_VALUE ? null : areaFilter)) && (!category || of === category);
  const visible = data?.filter(matchesFilters);
  const isFiltered = Boolean(areaFilter || category);
  const clear = () => {
    setAreaFilter("");
    setCategory("");
  };
  const missing = data?.length ? lgasWithoutEmergencyNumber(data) : [];
  return (
    <div className="space-y-4">
      {missing.length > 0 && (
        <Alert tone="warning" title="Some LGAs have no emergency number.">
          {missing.join(", ")}. Add one for each, or one for the whole state.
        </Alert>
      )}
      <RecordList
        label="Emergency numbers"
        address="number"
        query={query}
        rows={visible}
        columns={emergencyNumberColumns(mayUpdate ? setVerifying : undefined)}
        empty="Numbers for emergencies. The app shows them within seconds."
        fill={
          useAccess(routes.setup.loadStarterSet) && (
            <ButtonLink href="/dashboard?starter=emergency_numbers">Load the starter set</ButtonLink>
          )
        }
        onClear={isFiltered ? clear : undefined}
        sortable={{ send: isFiltered ? undefined : (ids) => order.mutate({ ids }) }}
        head={
          <>
            <Select
              dense
              aria-label="Place"
              value={areaFilter}
              placeholder="All places"
              options={[{ value: WHOLE_STATE_VALUE, label: WHOLE_STATE_LABEL }, ...LGA_OPTIONS]}
              onChange={(event) => setAreaFilter(event.target.value)}
            />
            <Select
              dense
              aria-label="Category"
              value={category}
              placeholder="All categories"
              options={EMERGENCY_CATEGORY_OPTIONS}
              onChange={(event) => setCategory(event.target.value)}
            />
            <p className="mr-auto text-muted text-sm" role="status">
              {data && visible && describeEmergencyNumberCount(visible, data)}
              {isFiltered && mayUpdate && " Show all numbers to change their order."}
            </p>
            {exportAccess && data && (
              <ExportButton
                {...exportAccess}
                what={["emergency number", "emergency numbers"]}
                list={{ total: data.length, totalIsCapped: false }}
                filtered={false}
                create={exportEmergencyNumbers}
              />
            )}
          </>
        }
        add="New number"
        may={{ create: useAccess(routes.appConfig.createEmergencyNumber), update: mayUpdate }}
        dialog={(number, close) => <EmergencyNumberDialog key={number?.id} number={number} onClose={close} />}
        preload={EmergencyNumberDialog.preload}
      />
      {verifying && (
        <LazyConfirmDialog
          open
          onOpenChange={() => setVerifying(null)}
          title={`Is ${verifying.number} answered?`}
          consequence={`Confirm only if you called ${verifying.name} today and your call was answered. Your name and today's date are shown.`}
          confirmLabel="It was answered"
          onConfirm={async () => {
            await verify.mutateAsync({ numberId: verifying.id, version: verifying.version });
            toast.success(`${verifying.name} is verified.`);
          }}
        />
      )}
    </div>
  );
}
