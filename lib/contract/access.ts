/** What a role can allow for a feature (docs/rules.md, Access). */
export const FLAGS = ["read", "create", "update", "delete", "approve", "export"] as const;
export type Flag = (typeof FLAGS)[number];

/** A feature has the name of its sidebar entry (docs/rules.md, Access). */
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
export type Feature = (typeof FEATURES)[number];

/** The rights of an admin in one feature, as `GET /permissions/roles/users/access` answers them. */
export type FeatureAccess = { name: string; access: Record<Flag, boolean> };

/**
 * What a call asks of its caller. `public` and `signed-in` are words that somebody has to write; `app` is a key of the
 * citizen app's server, for paths below `/app/`, and no admin's rights stand in for it.
 */
export type Policy = "public" | "signed-in" | "app" | { feature: Feature; flag: Flag };

export const needs = (feature: Feature, flag: Flag): Policy => ({ feature, flag });

/** The policies of a feature, one for each flag, for the calls of a module. */
export const policiesOf = (feature: Feature) => ({
  read: needs(feature, "read"),
  create: needs(feature, "create"),
  update: needs(feature, "update"),
  remove: needs(feature, "delete"),
  approve: needs(feature, "approve"),
  exporting: needs(feature, "export"),
});

/** Whether these rights satisfy the policy. Names compare case-insensitively (specification section 6). */
export function allows(rights: readonly FeatureAccess[], policy: Policy): boolean {
  if (policy === "public" || policy === "signed-in") return true;
  if (policy === "app") return false;
  const name = policy.feature.toLowerCase();
  return rights.some((right) => right.name.toLowerCase() === name && right.access[policy.flag]);
}

/** One flag of one feature. */
export type Grant = { feature: Feature; flag: Flag };

/** The rights of several roles together, every feature named. */
export function unite(roles: readonly (readonly FeatureAccess[])[]): FeatureAccess[] {
  return FEATURES.map((name) => {
    const grants = roles.flat().filter((feature) => feature.name === name);
    const flags = FLAGS.map((flag) => [flag, grants.some((grant) => grant.access[flag])]);
    return { name, access: Object.fromEntries(flags) };
  });
}

/** Flag by flag, what these rights allow. */
export const grantsOf = (rights: readonly FeatureAccess[]): Grant[] =>
  FEATURES.flatMap((feature) =>
    FLAGS.filter((flag) => allows(rights, needs(feature, flag))).map((flag) => ({ feature, flag })),
  );

/** Flag by flag, what `rights` allow and `own` do not. */
export const beyond = (rights: readonly FeatureAccess[], own: readonly FeatureAccess[]): Grant[] =>
  grantsOf(rights).filter(({ feature, flag }) => !allows(own, needs(feature, flag)));

/**
 * Rights that decide about money, show who people are in files, change payment providers or give rights. Giving one takes a
 * second admin (docs/rules.md, Access).
 */
const SENSITIVE: Record<Feature, readonly Flag[]> = {
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

export const SENSITIVE_RIGHTS: readonly Grant[] = FEATURES.flatMap((feature) =>
  SENSITIVE[feature].map((flag) => ({ feature, flag })),
);

export const isSensitive = ({ feature, flag }: Grant) => SENSITIVE[feature].includes(flag);

/** The sensitive ones among these rights. */
export const sensitiveOf = (rights: readonly FeatureAccess[]): Grant[] => grantsOf(rights).filter(isSensitive);

/** Whether these rights satisfy all of these. */
export const holdsAll = (rights: readonly FeatureAccess[], wanted: readonly Grant[]) =>
  wanted.every(({ feature, flag }) => allows(rights, needs(feature, flag)));

/** Full administration: every sensitive right. */
export const isFull = (rights: readonly FeatureAccess[]) => holdsAll(rights, SENSITIVE_RIGHTS);
