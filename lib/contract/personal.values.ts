import { type AccessPolicy, accessPolicy, type Feature, type FeatureAccess, satisfiesPolicy } from "./access";

/**
 * Maps each kind of a citizen's personal data to the feature whose `read` right reveals it. Decides the columns of
 * screens and files, and the fields of responses (docs/rules.md, Privacy). A module reveals only what its work needs;
 * other account data needs User Management.
 */
const FIELDS_BY_FEATURE = {
  "KYC Management": ["kyc.name", "kyc.phone", "kyc.identity_number"],
  "User Management": [
    "user.name",
    "user.phone",
    "user.email",
    "acceptance.phone",
    "application.phone",
    "application.email",
    "redemption.phone",
    "trial.phone",
  ],
  Transactions: [
    "transaction.name",
    "transaction.phone",
    "transaction.email",
    "transaction.card",
    "transaction.bank_account",
  ],
  "System Wallet": ["movement.name"],
  iReports: ["ireport.name", "ireport.phone"],
  Events: ["ticket.name", "ticket.phone", "ticket.email"],
  Promotions: ["redemption.name"],
  Grants: [
    "application.name",
    "application.contact_phone",
    "application.bank_account",
    "award.name",
    "payout.name",
    "payout.bank_account",
  ],
  "System Logs": ["audit_trail.changes"],
  "App Configurations": ["acceptance.name"],
} as const satisfies Partial<Record<Feature, readonly string[]>>;

/** A kind of citizens' personal data, such as a phone number in a list. */
export type PersonalField = (typeof FIELDS_BY_FEATURE)[keyof typeof FIELDS_BY_FEATURE][number];

const FEATURE_BY_FIELD = new Map<string, Feature>(
  Object.entries(FIELDS_BY_FEATURE).flatMap(([feature, fields]) => fields.map((field) => [field, feature as Feature])),
);
/** All kinds of citizens' personal data. */
export const PERSONAL_FIELDS = [...FEATURE_BY_FIELD.keys()] as PersonalField[];

/** Returns the feature whose `read` right reveals a personal field. */
export function featureThatShows(field: PersonalField): Feature {
  const feature = FEATURE_BY_FIELD.get(field);
  if (!feature) throw new Error(`${field} is not a personal field.`);
  return feature;
}

/** Returns the policy that a call needs to show a personal field. */
export const policyToSeeField = (field: PersonalField): AccessPolicy => accessPolicy(featureThatShows(field), "read");

/** Returns true if these rights reveal a personal field. */
export const canSeeField = (rights: readonly FeatureAccess[], field: PersonalField) =>
  satisfiesPolicy(rights, policyToSeeField(field));

/** Returns the personal fields that these rights do not reveal. */
export const hiddenFields = (rights: readonly FeatureAccess[], fields: readonly PersonalField[] = []) =>
  fields.filter((field) => !canSeeField(rights, field));
