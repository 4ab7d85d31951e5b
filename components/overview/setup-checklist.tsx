"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import { Suspense } from "react";
import { LoadFailed } from "@/components/common/states";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { isApiErrorWithStatus } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import { STARTER_SETS, type StarterSet } from "@/lib/contract/setup.values";
import { confirmBackupMutation, dismissSetupMutation, type SetupState, setupChecklistQuery } from "@/lib/queries/setup";
import { SETUP_STEP_TEXTS } from "./setup-words";

const StarterSetDialog = lazyWithPreload(() => import("./starter-set-dialog"), "StarterSetDialog");

/**
 * Opens the dialog of a set of default records if the URL contains `?starter=roles`. The checklist and empty lists link to that
 * URL.
 */
export function StarterSetDialogFromUrl() {
  const { entry, close } = useRecordInUrl("starter");
  const set = STARTER_SETS.find((each) => each === entry);
  return <Suspense>{set && <StarterSetDialog starterSet={set} onClose={close} />}</Suspense>;
}

/** Renders the setup steps of a new installation until all are done or the checklist is hidden. */
export function SetupChecklist() {
  const { data, error, isFetching, refetch } = useQuery(setupChecklistQuery());
  const { open } = useRecordInUrl("starter");
  const visibility = useChecklistVisibility();
  const left = data?.steps.filter(({ is_done }) => !is_done).length ?? 0;
  return (
    <>
      {/* Ignores a 404, because other implementations of the API may lack this call. */}
      {error && !data && !isApiErrorWithStatus(error, 404) && (
        <Card className="mb-8">
          <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
        </Card>
      )}
      {data && left > 0 && (
        <Card className="mb-8">
          <CardHeader
            title="Setup checklist"
            description={`${data.steps.length - left} of ${data.steps.length} done. Only full administrators see this.`}
            actions={
              <Button busy={visibility.isPending} onClick={() => visibility.set(true)}>
                Hide
              </Button>
            }
          />
          <ol className="divide-y divide-border border-t border-border">
            {data.steps.map((step) => (
              <ChecklistStep key={step.step} {...step} sets={data.starter_sets} onStarterSet={open} />
            ))}
          </ol>
        </Card>
      )}
    </>
  );
}

/** Renders the button at the end of the home page that shows a hidden checklist again. */
export function ShowSetupChecklistButton() {
  const { data } = useQuery(setupChecklistQuery());
  const visibility = useChecklistVisibility();
  if (!data?.is_dismissed) return null;
  return (
    <Button variant="link" size="sm" className="mt-8" busy={visibility.isPending} onClick={() => visibility.set(false)}>
      Show the setup checklist
    </Button>
  );
}

function useChecklistVisibility() {
  const { mutate, isPending } = useMutation(dismissSetupMutation());
  const set = (is_dismissed: boolean) =>
    mutate({ is_dismissed }, { onSuccess: focusMain, onError: (failure) => toast.error(failure.message) });
  return { set, isPending };
}

/** Focuses the page, because hiding or showing the checklist removes the button that had the focus. */
const focusMain = () => document.querySelector("main")?.focus();

type ChecklistStepProps = SetupState["steps"][number] & {
  sets: SetupState["starter_sets"];
  onStarterSet: (set: StarterSet) => void;
};

function ChecklistStep({ step, is_done, note, sets, onStarterSet }: ChecklistStepProps) {
  const { title, why, links = [], starterSet } = SETUP_STEP_TEXTS[step];
  const Icon = is_done ? CircleCheck : Circle;
  const loadableSet = sets.find((set) => set.starter_set === starterSet && !set.loaded);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-3">
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${is_done ? "text-success" : "text-muted"}`} />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">
          {title}
          <span className="sr-only">{is_done ? ": done" : ": open"}</span>
        </p>
        {!is_done && <p className="text-sm text-muted">{why}</p>}
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      {!is_done && (
        <div className="flex flex-wrap gap-2">
          {loadableSet && (
            <Button
              size="sm"
              aria-label={`Starter set: ${title}`}
              onPointerEnter={StarterSetDialog.preload}
              onFocus={StarterSetDialog.preload}
              onClick={() => onStarterSet(loadableSet.starter_set)}
            >
              Starter set
            </Button>
          )}
          {links.map(({ href, label }) => (
            <ButtonLink key={href} size="sm" href={href} aria-label={`${label}: ${title}`}>
              {label}
            </ButtonLink>
          ))}
          {step === "backup" && <ConfirmBackup />}
        </div>
      )}
    </li>
  );
}

function ConfirmBackup() {
  const { mutate, isPending } = useMutation(confirmBackupMutation());
  return (
    <Button
      size="sm"
      busy={isPending}
      onClick={() => mutate(undefined, { onSuccess: focusMain, onError: (error) => toast.error(error.message) })}
    >
      I restored one
    </Button>
  );
}
