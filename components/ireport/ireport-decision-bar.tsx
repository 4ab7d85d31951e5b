"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useRef, useState } from "react";
import { ActionBar } from "@/components/common/action-bar";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { type Shortcut, useShortcuts } from "@/lib/client/shortcuts";
import { toast } from "@/lib/client/toast";
import type { IreportDetails } from "@/lib/contract/ireport";
import { ireportRoutes } from "@/lib/contract/ireport.routes";
import { isOpenIreport } from "@/lib/contract/ireport.values";
import { meQuery } from "@/lib/queries/auth";
import { changeIreportStateMutation, claimIreportMutation } from "@/lib/queries/ireport-record";
import { useAccess } from "@/lib/queries/rp";
import {
  allowedIreportActions,
  type IreportAction,
  type IreportDecision,
  isReportOwnedByOtherAdmin,
} from "./ireport-actions";
import { IREPORT_DECISION_BUTTONS, IREPORT_STEP_LABELS } from "./ireport-decisions";
import { preloadDecisionDialog } from "./use-ireport-decision";
import { useClaimNextIreport } from "./use-ireport-next";

/** Time in ms during which another press is ignored, so that a double press does not trigger the next step as well. */
const PRESS_LOCK_MS = 700;

type BarAction = Shortcut & Pick<ButtonProps, "variant" | "busy"> & { near?: () => void };

const onFail = (error: Error) => void toast.error(error.message);

/** Returns the actions that the report's state allows, with shortcuts. Claiming and the next step run without a dialog. */
function useBarActions(report: IreportDetails, onChoose: (decision: IreportDecision) => void): BarAction[] {
  const claim = useMutation(claimIreportMutation());
  const change = useMutation(changeIreportStateMutation());
  const isPressed = useRef(false);
  const [isSettling, setIsSettling] = useState(false);
  const runOnce = (run: () => void) => {
    if (claim.isPending || change.isPending || isPressed.current) return;
    isPressed.current = true;
    setIsSettling(true);
    setTimeout(() => {
      isPressed.current = false;
      setIsSettling(false);
    }, PRESS_LOCK_MS);
    run();
  };
  const barActionOf = (action: IreportAction): BarAction => {
    if (action === "claim")
      return {
        key: "c",
        label: "Claim",
        busy: claim.isPending || isSettling,
        run: () => runOnce(() => claim.mutate(report.id, { onError: onFail })),
      };
    if (action === "acknowledged" || action === "in_progress" || action === "resume")
      return {
        key: "s",
        label: IREPORT_STEP_LABELS[action].label,
        variant: "primary",
        busy: change.isPending || isSettling,
        run: () =>
          runOnce(() =>
            change.mutate(
              { ireportId: report.id, version: report.version, state: action },
              {
                onError: onFail,
                onSuccess: () => void toast.success(`${report.number}: ${IREPORT_STEP_LABELS[action].done}`),
              },
            ),
          ),
      };
    const { key = "", label, variant } = IREPORT_DECISION_BUTTONS[action];
    return { key, label, variant, run: () => onChoose(action), near: () => preloadDecisionDialog(action) };
  };
  return allowedIreportActions(report).map(barActionOf);
}

type Props = { report: IreportDetails; choose: (decision: IreportDecision) => void };

/** Renders the actions on a report. While another admin owns the report, the actions are disabled and state why. */
export function IreportDecisionBar({ report, choose: onChoose }: Props) {
  const mayDecide = useAccess(ireportRoutes.changeState);
  const { data: me } = useQuery(meQuery());
  const isTakenByOther = isReportOwnedByOtherAdmin(report, me?.id);
  const actions = useBarActions(report, onChoose);
  const { next, busy } = useClaimNextIreport(report.id);
  useShortcuts("This report", mayDecide && !isTakenByOther ? actions.filter(({ key }) => key) : []);
  useShortcuts("Reports", mayDecide ? [{ key: "n", label: "Next for me", run: next }] : []);
  if (!mayDecide) return null;
  return (
    <ActionBar>
      {isTakenByOther && (
        <p className="mb-2 text-sm text-muted" id="ireport-not-mine">
          {report.owner?.name} is working on this report; only they can act on it.
        </p>
      )}
      <div className="flex items-center gap-2 overflow-x-auto p-0.5 md:flex-wrap">
        {actions.map(({ key, label, variant, busy: pending, run, near: onPreload }) => (
          <ShortcutButton
            key={label}
            letter={key}
            variant={variant}
            busy={pending}
            disabled={isTakenByOther}
            aria-describedby={isTakenByOther ? "ireport-not-mine" : undefined}
            onPointerEnter={onPreload}
            onFocus={onPreload}
            onClick={run}
          >
            {label}
          </ShortcutButton>
        ))}
        <ShortcutButton
          letter="n"
          variant={isOpenIreport(report.state) ? "secondary" : "primary"}
          busy={busy}
          className="md:ml-auto"
          onClick={next}
        >
          Next for me
        </ShortcutButton>
      </div>
    </ActionBar>
  );
}

function ShortcutButton({ letter, children, className, ...props }: ButtonProps & { letter: string; children: string }) {
  return (
    // Prevents focus from scrolling the page, because the button is always visible.
    <Button {...props} className={clsx("-scroll-mb-20", className)} aria-keyshortcuts={letter || undefined}>
      {children}
      {letter && (
        <span className="max-md:hidden">
          <Kbd>{letter.toUpperCase()}</Kbd>
        </span>
      )}
    </Button>
  );
}
