import type { SelectOption } from "@/components/ui/select";
import type { Platform } from "@/lib/contract/citizen.values";
import { LEDGER_ENTRY_KINDS } from "@/lib/contract/ledger.values";
import {
  RESTRICTION_LEGAL_BASES,
  type SimilarUserReason,
  SPENDING_PERIOD_DAYS,
  USER_STATUSES,
  USER_TIERS,
  type WalletRestriction,
} from "@/lib/contract/user.values";
import { pluralize, selectOptions } from "@/lib/format";

/** URLs of the users module. */
export const USER_ACCOUNTS_URL = "/dashboard/user-management";
export const USERS_URL = `${USER_ACCOUNTS_URL}/users`;
export const USER_GROUPS_URL = `${USER_ACCOUNTS_URL}/user-groups`;

/** Account statuses as options of a filter. */
export const USER_STATUS_OPTIONS = selectOptions(USER_STATUSES);
/** User tiers as options of a select or filter. */
export const USER_TIER_OPTIONS = selectOptions(USER_TIERS, (tier) => `Tier ${tier}`);
/** Periods in days for the spending condition of a group's rule. */
export const SPENDING_PERIOD_OPTIONS = selectOptions(SPENDING_PERIOD_DAYS, (days) => `${days} days`);
/** Kinds of ledger entry as options of a filter. */
export const LEDGER_ENTRY_KIND_OPTIONS = selectOptions(LEDGER_ENTRY_KINDS);
/** Legal bases of an account restriction, such as a court order, as options of a select. */
export const RESTRICTION_LEGAL_BASIS_OPTIONS = selectOptions(RESTRICTION_LEGAL_BASES);

/** Genders as options of a select. */
export const GENDER_OPTIONS = selectOptions(["female", "male"] as const);

/** Explains why an existing account may belong to the same person. */
export const SIMILARITY_REASON_LABELS: Record<SimilarUserReason, string> = {
  phone: "Same phone number",
  identity_number: "Same identity number",
  name_and_birth_date: "Similar name, same birth date",
};

/** Short labels of account restrictions, for the header of a user's page. */
export const RESTRICTION_LABELS: Record<WalletRestriction, string> = {
  no_debit: "No debit",
  no_credit: "No credit",
  both: "All blocked",
};

/** Explains what each account restriction blocks. */
export const RESTRICTION_EXPLANATIONS: Record<WalletRestriction, string> = {
  no_debit: "No debit: nothing may leave the wallet",
  no_credit: "No credit: nothing may enter the wallet",
  both: "Block all transactions",
};
/** Account restrictions as options of a select. */
export const RESTRICTION_OPTIONS: SelectOption[] = Object.entries(RESTRICTION_EXPLANATIONS).map(([value, label]) => ({
  value,
  label,
}));

/** Display names of the platforms of users' devices. */
export const PLATFORM_LABELS: Record<Platform, string> = { android: "Android", ios: "iOS", web: "Web browser" };

/** Returns the English name of a language code: "Efik" for `efi`. */
export const languageName = (code: string) => new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code;

/** Formats a number of users: "1 user", "10,000+ users". */
export const formatUserCount = (count: number, isCapped = false) => pluralize(count, "user", "users", isCapped);
