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

/** A second press within this time meant the first step, not the one after it; the buttons show that they wait. */
const ONE_PRESS_MS = 700;

type Action = Shortcut & Pick<ButtonProps, "variant" | "busy"> & { near?: () => void };

const failed = (error: Error) => void toast.error(error.message);

/** What the state allows, as buttons with their keys; claiming and the next step need no text and happen at once. */
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
 * What can be done with a report in its state, in view wherever the page is scrolled to. Absent without the right,
 * disabled with the reason while somebody else owns it.
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

/** A button with its key. */
function Keyed({ letter, children, className, ...props }: ButtonProps & { letter: string; children: string }) {
  return (
    // In view already, whatever the page's scroll padding says: the focus here moves nothing.
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
