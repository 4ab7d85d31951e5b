"use client";

import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { LoadFailed } from "@/components/common/states";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import {
  accessPolicy,
  type Feature,
  type FeatureAccess,
  isSensitive,
  type PermissionFlag,
  satisfiesPolicy,
} from "@/lib/contract/access";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { titleCase } from "@/lib/format";
import { permissionsQuery } from "@/lib/queries/rp-set-up";
import { RightCheckbox, RightGrantedIcon, RightsMatrixLegend, SensitiveRightIcon } from "./rights-matrix-cells";

type RightsMatrixProps = {
  features: readonly FeatureAccess[];
  /** Rights that the editor may grant. Other rights are locked with a reason. */
  allowed?: readonly FeatureAccess[];
  /** Rights that the editor can't remove, because this role gives them to admins with more rights than the editor. */
  kept?: readonly FeatureAccess[];
  /** Called with the changed rights; undefined makes the matrix read-only. */
  onChange?: (features: FeatureAccess[]) => void;
};

const NOT_OWN_RIGHT = "You don't have this right yourself.";
const LOCKED = "Admins with rights that you don't have hold this role.";
const STICKY_CLASS = "sticky left-0 z-1 bg-raised text-left font-semibold max-sm:static";
/** On a phone a row shows its feature, and below it three flags per line. */
const ROW_CLASS = "border-b border-border max-sm:grid max-sm:grid-cols-3 max-sm:px-1 max-sm:pb-1";

/** Shows the rights of a role with the rows and columns of `GET /permissions/all`. */
export function RightsMatrix(props: RightsMatrixProps) {
  const { data, error, isFetching, refetch } = useQuery(permissionsQuery());
  if (data) return <Matrix {...props} rowsOf={data.features} flags={data.flags} />;
  if (error) return <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />;
  return <Skeleton className="h-96 w-full" />;
}

type MatrixProps = RightsMatrixProps & { rowsOf: readonly Feature[]; flags: readonly PermissionFlag[] };

/**
 * Table of features by flags; on a phone each feature is a block with its flags. A checkbox in a header changes all rights of its row or
 * column that the editor may grant. The table is a single tab stop; arrow keys move between its 90 checkboxes.
 */
function Matrix({ features, allowed = features, kept: lockedRights = [], onChange, rowsOf, flags }: MatrixProps) {
  const [find, setFind] = useState("");
  const [tabCell, setTabCell] = useState("0:0");
  const hintId = useId();
  const rows = rowsOf.filter((feature) => feature.toLowerCase().includes(cleanPastedLine(find).toLowerCase()));
  const has = (feature: Feature, flag: PermissionFlag) => satisfiesPolicy(features, accessPolicy(feature, flag));
  const mayHave = (feature: Feature, flag: PermissionFlag) => satisfiesPolicy(allowed, accessPolicy(feature, flag));

  const mayTake = (feature: Feature, flag: PermissionFlag) =>
    !satisfiesPolicy(lockedRights, accessPolicy(feature, flag));

  const setCells = (cells: readonly (readonly [Feature, PermissionFlag])[], on: boolean) =>
    onChange?.(
      rowsOf.map((name) => ({
        name,
        access: Object.fromEntries(
          flags.map((flag) => {
            const isAffected = cells.some(([feature, flagOfCell]) => feature === name && flagOfCell === flag);
            return [flag, isAffected && (on ? mayHave(name, flag) : mayTake(name, flag)) ? on : has(name, flag)];
          }),
        ) as FeatureAccess["access"],
      })),
    );

  /**
   * Returns the props of a header's checkbox for several rights; the checkbox is mixed if only some of the grantable rights are
   * granted.
   */
  const groupBox = (cells: (readonly [Feature, PermissionFlag])[], label: string, position: string) => {
    const grantable = cells.filter(([feature, flag]) => mayHave(feature, flag));
    const granted = grantable.filter(([feature, flag]) => has(feature, flag)).length;
    const isAll = granted === grantable.length && granted > 0;
    return {
      label,
      at: position,
      checked: isAll,
      mixed: granted > 0 && !isAll,
      locked: lockReason(grantable.length > 0, isAll && grantable.every(([feature, flag]) => !mayTake(feature, flag))),
      onChange: () => setCells(cells, !isAll),
    };
  };
  // Makes the last visible row the tab stop if the search has hidden the previous tab stop.
  const [tabRow = 0, tabColumn = 0] = tabCell.split(":").map(Number);
  const tabStop = `${Math.min(tabRow, rows.length)}:${tabColumn}`;
  const boxProps = { tabStop, onFocus: setTabCell };

  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Input
          type="search"
          aria-label="Find a feature"
          placeholder="Find a feature…"
          value={find}
          onChange={(event) => setFind(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          className="h-9 sm:w-64"
        />
        {onChange && (
          <p id={hintId} className="text-sm text-muted max-sm:sr-only">
            Arrow keys move between the boxes, Space checks.
          </p>
        )}
      </div>
      <section
        aria-label="Rights"
        tabIndex={onChange ? undefined : 0}
        className="overflow-x-auto rounded-lg border border-border"
      >
        <table
          className="w-full text-sm max-sm:block"
          aria-describedby={onChange ? hintId : undefined}
          onKeyDown={moveByArrow}
        >
          <thead className={onChange ? "max-sm:block" : "max-sm:sr-only"}>
            <tr className={ROW_CLASS}>
              <th scope="col" className={`${STICKY_CLASS} px-3 py-1 max-sm:col-span-3`}>
                <span className={onChange && "max-sm:hidden"}>Feature</span>
                {onChange && <span className="sm:hidden">Every feature</span>}
              </th>
              {flags.map((flag, column) => (
                <th
                  key={flag}
                  scope="col"
                  className="min-w-16 px-1 py-1 text-center font-semibold max-sm:p-0 max-sm:text-left"
                >
                  <span className={onChange ? "block max-sm:sr-only" : "block"}>{titleCase(flag)}</span>
                  {onChange && (
                    <RightCheckbox
                      {...boxProps}
                      words={titleCase(flag)}
                      {...groupBox(
                        rows.map((feature) => [feature, flag] as const),
                        `${titleCase(flag)} in every feature`,
                        `0:${column + 1}`,
                      )}
                    />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {rows.map((feature, row) => (
              <tr key={feature} className={`${ROW_CLASS} last:border-b-0 hover:bg-sunken/60`}>
                <th
                  scope="row"
                  className={`${STICKY_CLASS} max-w-36 min-w-36 max-sm:col-span-3 max-sm:max-w-none md:max-w-none`}
                >
                  <span className="flex items-center">
                    {onChange && (
                      <RightCheckbox
                        {...boxProps}
                        {...groupBox(
                          flags.map((flag) => [feature, flag] as const),
                          `Every right in ${feature}`,
                          `${row + 1}:0`,
                        )}
                      />
                    )}
                    <span className={onChange ? "pr-2" : "px-3 py-2"}>{feature}</span>
                  </span>
                </th>
                {flags.map((flag, column) => (
                  <td key={flag} className="text-center max-sm:text-left">
                    {onChange ? (
                      <RightCheckbox
                        {...boxProps}
                        label={`${feature}: ${flag}`}
                        words={titleCase(flag)}
                        at={`${row + 1}:${column + 1}`}
                        checked={has(feature, flag)}
                        locked={lockReason(mayHave(feature, flag), has(feature, flag) && !mayTake(feature, flag))}
                        onChange={() => setCells([[feature, flag]], !has(feature, flag))}
                      />
                    ) : (
                      <RightGrantedIcon held={has(feature, flag)} words={titleCase(flag)} />
                    )}
                    {isSensitive({ feature, flag }) && <SensitiveRightIcon />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <RightsMatrixLegend isForm={onChange !== undefined} />
      {rows.length === 0 && <p className="text-sm text-muted">No feature of this name.</p>}
    </div>
  );
}

const lockReason = (mayGrant: boolean, isLocked: boolean) => (isLocked ? LOCKED : mayGrant ? undefined : NOT_OWN_RIGHT);

const ARROW_STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function moveByArrow(event: KeyboardEvent<HTMLTableElement>) {
  const step = ARROW_STEPS[event.key];
  const from = event.target instanceof HTMLElement ? event.target.dataset.at : undefined;
  if (!step || !from) return;
  const [row = 0, column = 0] = from.split(":").map(Number);
  const target = event.currentTarget.querySelector<HTMLElement>(`[data-at="${row + step[0]}:${column + step[1]}"]`);
  event.preventDefault();
  target?.focus();
}
