"use client";

import { useFormContext } from "react-hook-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { accessPolicy, FEATURES, type FeatureAccess, PERMISSION_FLAGS, satisfiesPolicy } from "@/lib/contract/access";
import type { RoleDetails } from "@/lib/contract/rp";
import { titleCase } from "@/lib/format";

type RoleContent = Pick<RoleDetails, "name" | "description" | "features">;

/** Lists what another admin changed in the role since the form was opened, with a button that merges both changes. */
export function RoleEditConflict({ base, newer }: { base: RoleDetails; newer: RoleDetails }) {
  const { getValues, setValue } = useFormContext<RoleContent>();
  const mergeNewer = () => {
    const merged = mergeRole(base, getValues(), newer);
    for (const key of ["name", "description", "features"] as const) setValue(key, merged[key], { shouldDirty: true });
  };
  const editor = newer.timeline[0]?.by?.name ?? "Somebody";
  const changes = describeRoleChanges(base, newer);
  return (
    <Alert tone="warning" title={`${editor} changed this role while you were editing it`}>
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
        {changes.length === 0 && <li>Its content is the same as when you opened it.</li>}
      </ul>
      <p className="mt-2 font-normal">Your own changes are still here. Saving now overwrites the current version.</p>
      {changes.length > 0 && (
        <Button size="sm" className="mt-2" onClick={mergeNewer}>
          Add these changes to mine
        </Button>
      )}
    </Alert>
  );
}

/** Lists the differences between two versions of a role. */
export function describeRoleChanges(before: RoleContent, after: RoleContent): string[] {
  const texts = (["name", "description"] as const).flatMap((key) =>
    before[key] === after[key] ? [] : [`${titleCase(key)}: “${before[key]}” became “${after[key]}”`],
  );
  const rights = FEATURES.flatMap((feature) => {
    const isGranted = (role: RoleContent, flag: (typeof PERMISSION_FLAGS)[number]) =>
      satisfiesPolicy(role.features, accessPolicy(feature, flag));
    const added = PERMISSION_FLAGS.filter((flag) => isGranted(after, flag) && !isGranted(before, flag));
    const removed = PERMISSION_FLAGS.filter((flag) => isGranted(before, flag) && !isGranted(after, flag));
    const changeTexts = [added.length && `added ${added.join(", ")}`, removed.length && `took ${removed.join(", ")}`];
    return added.length + removed.length ? [`${feature}: ${changeTexts.filter(Boolean).join("; ")}`] : [];
  });
  return [...texts, ...rights];
}

/** Merges two edits of a role: takes `mine` for each value that differs from `base`, otherwise `theirs`. */
export function mergeRole(base: RoleContent, mine: RoleContent, theirs: RoleContent): RoleContent {
  const mergeValue = <T,>(baseValue: T, my: T, their: T) => (my === baseValue ? their : my);
  const flagOf = (
    features: readonly FeatureAccess[],
    feature: (typeof FEATURES)[number],
    flag: (typeof PERMISSION_FLAGS)[number],
  ) => satisfiesPolicy(features, accessPolicy(feature, flag));
  return {
    name: mergeValue(base.name, mine.name, theirs.name),
    description: mergeValue(base.description, mine.description, theirs.description),
    features: FEATURES.map((name) => ({
      name,
      access: Object.fromEntries(
        PERMISSION_FLAGS.map((flag) => [
          flag,
          mergeValue(
            flagOf(base.features, name, flag),
            flagOf(mine.features, name, flag),
            flagOf(theirs.features, name, flag),
          ),
        ]),
      ) as FeatureAccess["access"],
    })),
  };
}
