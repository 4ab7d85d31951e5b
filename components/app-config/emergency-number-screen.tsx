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
import { LGA_OPTIONS } from "@/lib/contract/kyc.values";
import { routes } from "@/lib/contract/routes";
import {
  emergencyNumbersQuery,
  exportEmergencyNumbers,
  orderEmergencyNumbersMutation,
  verifyEmergencyNumberMutation,
} from "@/lib/queries/emergency-numbers";
import { exportProgress } from "@/lib/queries/exports";
import { useHiddenExportColumns, useMay } from "@/lib/queries/rp";
import { emergencyColumns } from "./emergency-number-columns";
import { CATEGORY_OPTIONS, countWords, uncovered, WHOLE_STATE } from "./emergency-number-words";

const EmergencyDialog = lazyWithPreload(() => import("./emergency-number-dialog"), "EmergencyDialog");

const STATE = "state";

/** Lists the emergency numbers in the order of the app. */
export function EmergencyScreen() {
  const query = useQuery(emergencyNumbersQuery());
  const { data } = query;
  const [place, setPlace] = useState("");
  const [category, setCategory] = useState("");
  const [verifying, setVerifying] = useState<EmergencyNumber | null>(null);
  const order = useMutation(orderEmergencyNumbersMutation());
  const verify = useMutation(verifyEmergencyNumberMutation());
  const mayUpdate = useMay(routes.appConfig.updateEmergencyNumber);
  const mayExport = useMay(routes.appConfig.exportEmergencyNumbers);
  const hiddenColumns = useHiddenExportColumns(routes.appConfig.exportEmergencyNumbers);
  const fits = ({ lga, category: of }: EmergencyNumber) =>
    (!place || lga === (place === STATE ? null : place)) && (!category || of === category);
  const shown = data?.filter(fits);
  const filtered = Boolean(place || category);
  const clear = () => {
    setPlace("");
    setCategory("");
  };
  const missing = data?.length ? uncovered(data) : [];
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
        rows={shown}
        columns={emergencyColumns(mayUpdate ? setVerifying : undefined)}
        empty="Numbers for emergencies. The app shows them within seconds."
        fill={
          useMay(routes.setup.loadStarterSet) && (
            <ButtonLink href="/dashboard?starter=emergency_numbers">Load the starter set</ButtonLink>
          )
        }
        onClear={filtered ? clear : undefined}
        sortable={{ send: filtered ? undefined : (ids) => order.mutate({ ids }) }}
        head={
          <>
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
              {data && shown && countWords(shown, data)}
              {filtered && mayUpdate && " Show all numbers to change their order."}
            </p>
            {mayExport && data && (
              <ExportButton
                what={["emergency number", "emergency numbers"]}
                hiddenColumns={hiddenColumns}
                list={{ total: data.length, totalIsCapped: false }}
                filtered={false}
                create={exportEmergencyNumbers}
                progress={exportProgress}
              />
            )}
          </>
        }
        add="New number"
        may={{ create: useMay(routes.appConfig.createEmergencyNumber), update: mayUpdate }}
        dialog={(number, close) => <EmergencyDialog key={number?.id} number={number} onClose={close} />}
        preload={EmergencyDialog.preload}
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
