/** Permission flags that a role can have for a feature (docs/rules.md, Access). */
export const PERMISSION_FLAGS = ["read", "create", "update", "delete", "approve", "export"] as const;
/** One permission of a role for a feature, such as `read`. */
export type PermissionFlag = (typeof PERMISSION_FLAGS)[number];

/** Features of the dashboard in which roles grant rights. Named like their sidebar entries (docs/rules.md, Access). */
export const FEATURES = [
  "KYC Management",
  "User Management",
  "Transactions",
  "System Wallet",
  "iReports",
  "Events",
  "Content Management",
  "Promotions",
  "Grants",
  "System Logs",
  "Roles & Permissions",
  "App Configurations",
] as const;
/** A feature in which roles grant rights, such as `KYC Management`. */
export type Feature = (typeof FEATURES)[number];

/** The rights of an admin in one feature, as returned by `GET /permissions/roles/users/access`. */
export type FeatureAccess = { name: string; access: Record<PermissionFlag, boolean> };

/** Returns rights that consist of these flags. The result lists every feature, as roles store it. */
export const makeRights = (
  flagsByFeature: Partial<Record<Feature, readonly PermissionFlag[]>>,
): (FeatureAccess & { name: Feature })[] =>
  FEATURES.map((name) => ({
    name,
    access: Object.fromEntries(
      PERMISSION_FLAGS.map((flag) => [flag, flagsByFeature[name]?.includes(flag) ?? false]),
    ) as FeatureAccess["access"],
  }));

/** Every right of every feature. */
export const ALL_RIGHTS = makeRights(Object.fromEntries(FEATURES.map((name) => [name, PERMISSION_FLAGS])));

/**
 * Access policy of a call. `public` and `signed-in` are explicit, so that a call is never open by default. `app`
 * requires the key of the citizen app's server, for paths below `/app/`; an admin's rights never satisfy it.
 */
export type AccessPolicy = "public" | "signed-in" | "app" | { feature: Feature; flag: PermissionFlag };

/** Returns the policy of a call that requires one flag of a feature. */
export const accessPolicy = (feature: Feature, flag: PermissionFlag): AccessPolicy => ({ feature, flag });

/** Returns the policies of a feature, one for each flag. */
export const accessPoliciesOf = (feature: Feature) => ({
  read: accessPolicy(feature, "read"),
  create: accessPolicy(feature, "create"),
  update: accessPolicy(feature, "update"),
  remove: accessPolicy(feature, "delete"),
  approve: accessPolicy(feature, "approve"),
  exporting: accessPolicy(feature, "export"),
});

/** Returns true if these rights satisfy the policy. Feature names compare case-insensitively (specification section 6). */
export function satisfiesPolicy(rights: readonly FeatureAccess[], policy: AccessPolicy): boolean {
  if (policy === "public" || policy === "signed-in") return true;
  if (policy === "app") return false;
  const name = policy.feature.toLowerCase();
  return rights.some((right) => right.name.toLowerCase() === name && right.access[policy.flag]);
}

/** A right: permission for one kind of action (flag) in one feature. */
export type AccessRight = { feature: Feature; flag: PermissionFlag };

/** Merges the rights of several roles. The result lists every feature. */
export function mergeRights(roles: readonly (readonly FeatureAccess[])[]): FeatureAccess[] {
  return FEATURES.map((name) => {
    const grants = roles.flat().filter((feature) => feature.name === name);
    const flags = PERMISSION_FLAGS.map((flag) => [flag, grants.some((grant) => grant.access[flag])]);
    return { name, access: Object.fromEntries(flags) };
  });
}

/** Returns each flag that these rights allow in a feature as a separate right. */
export const toRightList = (rights: readonly FeatureAccess[]): AccessRight[] =>
  FEATURES.flatMap((feature) =>
    PERMISSION_FLAGS.filter((flag) => satisfiesPolicy(rights, accessPolicy(feature, flag))).map((flag) => ({
      feature,
      flag,
    })),
  );

/** Returns the rights that are among `rights` but not among `ownRights`. */
export const missingRights = (rights: readonly FeatureAccess[], ownRights: readonly FeatureAccess[]): AccessRight[] =>
  toRightList(rights).filter(({ feature, flag }) => !satisfiesPolicy(ownRights, accessPolicy(feature, flag)));

/**
 * Rights that decide about money, export personal data, change payment providers or assign rights. Granting one needs a second
 * admin (docs/rules.md, Access).
 */
const SENSITIVE_FLAGS: Record<Feature, readonly PermissionFlag[]> = {
  "KYC Management": ["approve", "export"],
  "User Management": ["approve", "export"],
  Transactions: ["create", "update", "delete", "approve", "export"],
  "System Wallet": ["approve"],
  iReports: ["approve", "export"],
  Events: ["approve", "export"],
  "Content Management": ["approve"],
  Promotions: ["approve", "export"],
  Grants: ["approve", "export"],
  "System Logs": ["approve", "export"],
  "Roles & Permissions": ["create", "update", "delete", "approve", "export"],
  "App Configurations": ["approve", "export"],
};

/** All sensitive rights, each with one feature and one flag. */
export const SENSITIVE_RIGHTS: readonly AccessRight[] = FEATURES.flatMap((feature) =>
  SENSITIVE_FLAGS[feature].map((flag) => ({ feature, flag })),
);

/** Returns true for a right whose assignment needs a second admin. */
export const isSensitive = ({ feature, flag }: AccessRight) => SENSITIVE_FLAGS[feature].includes(flag);

/** Returns only the sensitive rights among `rights`. */
export const sensitiveRightsIn = (rights: readonly FeatureAccess[]): AccessRight[] =>
  toRightList(rights).filter(isSensitive);

/** Returns true if `rights` include every right in `wantedRights`. */
export const hasAllRights = (rights: readonly FeatureAccess[], wantedRights: readonly AccessRight[]) =>
  wantedRights.every(({ feature, flag }) => satisfiesPolicy(rights, accessPolicy(feature, flag)));

/** Returns true for a full administrator, who has every sensitive right. */
export const isFullAdministrator = (rights: readonly FeatureAccess[]) => hasAllRights(rights, SENSITIVE_RIGHTS);
