"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useRef, useState } from "react";
import { ActionBar } from "@/components/common/action-bar";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { type Shortcut, useShortcuts } from "@/lib/client/shortcuts";
import { toast } from "@/lib/client/toast";
import type { IreportSingle } from "@/lib/contract/ireport";
import { ireportRoutes } from "@/lib/contract/ireport.routes";
import { isOpenIreport } from "@/lib/contract/ireport.values";
import { meQuery } from "@/lib/queries/auth";
import { changeIreportStateMutation, claimIreportMutation } from "@/lib/queries/ireport";
import { useMay } from "@/lib/queries/rp";
import { actionsOf, type IreportAction, type IreportDecision, isTaken } from "./ireport-allowed";
import { DECISIONS, STEPS } from "./ireport-decisions";
import { preloadDecision } from "./use-ireport-decision";
import { useIreportNext } from "./use-ireport-next";

/** Time in ms during which a second press is ignored, so that it does not trigger the next step. */
const ONE_PRESS_MS = 700;

type Action = Shortcut & Pick<ButtonProps, "variant" | "busy"> & { near?: () => void };

const failed = (error: Error) => void toast.error(error.message);

/** Returns the actions that the state allows, with shortcuts. Claiming and the next step need no text and run immediately. */
function useActions(report: IreportSingle, choose: (decision: IreportDecision) => void): Action[] {
  const claim = useMutation(claimIreportMutation());
  const change = useMutation(changeIreportStateMutation());
  const pressed = useRef(false);
  const [settling, setSettling] = useState(false);
  const once = (run: () => void) => {
    if (claim.isPending || change.isPending || pressed.current) return;
    pressed.current = true;
    setSettling(true);
    setTimeout(() => {
      pressed.current = false;
      setSettling(false);
    }, ONE_PRESS_MS);
    run();
  };
  const actionOf = (action: IreportAction): Action => {
    if (action === "claim")
      return {
        key: "c",
        label: "Claim",
        busy: claim.isPending || settling,
        run: () => once(() => claim.mutate(report.id, { onError: failed })),
      };
    if (action === "acknowledged" || action === "in_progress" || action === "resume")
      return {
        key: "s",
        label: STEPS[action].label,
        variant: "primary",
        busy: change.isPending || settling,
        run: () =>
          once(() =>
            change.mutate(
              { ireportId: report.id, version: report.version, state: action },
              { onError: failed, onSuccess: () => void toast.success(`${report.number}: ${STEPS[action].done}`) },
            ),
          ),
      };
    const { key = "", label, variant } = DECISIONS[action];
    return { key, label, variant, run: () => choose(action), near: () => preloadDecision(action) };
  };
  return actionsOf(report).map(actionOf);
}

type Props = { report: IreportSingle; choose: (decision: IreportDecision) => void };

/**
 * Renders the actions that state and rights allow, always in view. Disabled with the reason while another admin owns the report.
 */
export function IreportDecisionBar({ report, choose }: Props) {
  const may = useMay(ireportRoutes.changeState);
  const { data: me } = useQuery(meQuery());
  const taken = isTaken(report, me?.id);
  const actions = useActions(report, choose);
  const { next, busy } = useIreportNext(report.id);
  useShortcuts("This report", may && !taken ? actions.filter(({ key }) => key) : []);
  useShortcuts("Reports", may ? [{ key: "n", label: "Next for me", run: next }] : []);
  if (!may) return null;
  return (
    <ActionBar>
      {taken && (
        <p className="mb-2 text-sm text-muted" id="ireport-not-mine">
          {report.owner?.name} is working on this report; only they can act on it.
        </p>
      )}
      <div className="flex items-center gap-2 overflow-x-auto p-0.5 md:flex-wrap">
        {actions.map(({ key, label, variant, busy: pending, run, near }) => (
          <Keyed
            key={label}
            letter={key}
            variant={variant}
            busy={pending}
            disabled={taken}
            aria-describedby={taken ? "ireport-not-mine" : undefined}
            onPointerEnter={near}
            onFocus={near}
            onClick={run}
          >
            {label}
          </Keyed>
        ))}
        <Keyed
          letter="n"
          variant={isOpenIreport(report.state) ? "secondary" : "primary"}
          busy={busy}
          className="md:ml-auto"
          onClick={next}
        >
          Next for me
        </Keyed>
      </div>
    </ActionBar>
  );
}

/** Renders a button with its keyboard shortcut. */
function Keyed({ letter, children, className, ...props }: ButtonProps & { letter: string; children: string }) {
  return (
    // The button is always in view: the margin keeps focus from scrolling the page despite its scroll padding.
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
