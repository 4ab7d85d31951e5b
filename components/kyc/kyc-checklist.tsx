"use client";

import { clsx } from "clsx";
import { Checkbox } from "@/components/ui/checkbox";
import { Kbd } from "@/components/ui/kbd";
import { useShortcuts } from "@/lib/client/shortcuts";
import type { KycDetails } from "@/lib/contract/kyc";
import { adminLabel, formatDateTime } from "@/lib/format";
import { CHECKLIST_ITEM_LABELS } from "./kyc-review-words";
import type { ChecklistTicks } from "./use-checklist-ticks";

type Props = { request: KycDetails; ticks: ChecklistTicks; enabled: boolean };

/** Renders the requested tier's checklist: who confirmed what, and when. The first tick claims the request. The V key ticks the next item. */
export function KycChecklist({ request, ticks, enabled }: Props) {
  const [nextItem] = enabled ? ticks.open : [];
  useShortcuts("Checklist", nextItem ? [{ key: "v", label: "Confirm the next item", run: ticks.tickNext }] : []);
  const total = request.checklist.length;
  return (
    <fieldset disabled={!enabled}>
      <legend className="flex w-full items-baseline justify-between gap-3 pb-1.5">
        <h2 className="text-base font-bold">Checklist</h2>
        <span className="text-sm text-muted">
          {total - ticks.open.length} of {total} confirmed
        </span>
      </legend>
      <ul className="text-sm">
        {request.checklist.map(({ item, checked }) => (
          <li
            key={item}
            className={clsx("-mx-2 flex items-center gap-2.5 rounded-md px-2 py-1", item === nextItem && "bg-sunken")}
          >
            <Checkbox
              id={`check-${item}`}
              checked={ticks.isTicked(item)}
              onChange={(event) => ticks.tick(item, event.target.checked)}
            />
            <label htmlFor={`check-${item}`} className="min-w-0 flex-1 font-medium">
              {CHECKLIST_ITEM_LABELS[item]}
            </label>
            {checked && (
              <span className="text-xs text-muted" title={`${adminLabel(checked.by)}, ${formatDateTime(checked.at)}`}>
                {checked.by.name}
              </span>
            )}
            {item === nextItem && (
              <span className="max-md:hidden" title="V confirms this item">
                <Kbd>V</Kbd>
              </span>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
