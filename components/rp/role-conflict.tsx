"use client";

import { useFormContext } from "react-hook-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { allows, FEATURES, type FeatureAccess, FLAGS, needs } from "@/lib/contract/access";
import type { RoleSingle } from "@/lib/contract/rp";
import { titleCase } from "@/lib/format";

type Content = Pick<RoleSingle, "name" | "description" | "features">;

/** Shows what another admin changed since the form was opened, with a button that merges both changes. */
export function RoleConflict({ base, newer }: { base: RoleSingle; newer: RoleSingle }) {
  const { getValues, setValue } = useFormContext<Content>();
  const takeOver = () => {
    const merged = mergeRole(base, getValues(), newer);
    for (const key of ["name", "description", "features"] as const) setValue(key, merged[key], { shouldDirty: true });
  };
  const who = newer.timeline[0]?.by?.name ?? "Somebody";
  const changes = roleChanges(base, newer);
  return (
    <Alert tone="warning" title={`${who} changed this role while you were editing it`}>
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
        {changes.length === 0 && <li>Its content is the same as when you opened it.</li>}
      </ul>
      <p className="mt-2 font-normal">Your own changes are still here. Saving now overwrites the current version.</p>
      {changes.length > 0 && (
        <Button size="sm" className="mt-2" onClick={takeOver}>
          Add these changes to mine
        </Button>
      )}
    </Alert>
  );
}

/** Describes the differences between two versions of a role. */
export function roleChanges(before: Content, after: Content): string[] {
  const texts = (["name", "description"] as const).flatMap((key) =>
    before[key] === after[key] ? [] : [`${titleCase(key)}: “${before[key]}” became “${after[key]}”`],
  );
  const rights = FEATURES.flatMap((feature) => {
    const has = (role: Content, flag: (typeof FLAGS)[number]) => allows(role.features, needs(feature, flag));
    const added = FLAGS.filter((flag) => has(after, flag) && !has(before, flag));
    const taken = FLAGS.filter((flag) => has(before, flag) && !has(after, flag));
    const words = [added.length && `added ${added.join(", ")}`, taken.length && `took ${taken.join(", ")}`];
    return added.length + taken.length ? [`${feature}: ${words.filter(Boolean).join("; ")}`] : [];
  });
  return [...texts, ...rights];
}

/** Merges two edits of a role: my value where I changed it, otherwise theirs. */
export function mergeRole(base: Content, mine: Content, theirs: Content): Content {
  const pick = <T,>(was: T, my: T, their: T) => (my === was ? their : my);
  const flagOf = (
    features: readonly FeatureAccess[],
    feature: (typeof FEATURES)[number],
    flag: (typeof FLAGS)[number],
  ) => allows(features, needs(feature, flag));
  return {
    name: pick(base.name, mine.name, theirs.name),
    description: pick(base.description, mine.description, theirs.description),
    features: FEATURES.map((name) => ({
      name,
      access: Object.fromEntries(
        FLAGS.map((flag) => [
          flag,
          pick(
            flagOf(base.features, name, flag),
            flagOf(mine.features, name, flag),
            flagOf(theirs.features, name, flag),
          ),
        ]),
      ) as FeatureAccess["access"],
    })),
  };
}
