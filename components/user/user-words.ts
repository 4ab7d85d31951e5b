import type { Option } from "@/components/ui/select";
import type { Platform } from "@/lib/contract/citizen.values";
import { LEDGER_ENTRY_KINDS } from "@/lib/contract/ledger.values";
import {
  LEGAL_BASES,
  type Restriction,
  type SimilarReason,
  SPENDING_PERIOD_DAYS,
  USER_STATUSES,
  USER_TIERS,
} from "@/lib/contract/user.values";
import { pluralize, selectOptions } from "@/lib/format";

export const ACCOUNTS_URL = "/dashboard/user-management";
export const USERS_URL = `${ACCOUNTS_URL}/users`;
export const GROUPS_URL = `${ACCOUNTS_URL}/user-groups`;

export const STATUS_OPTIONS = selectOptions(USER_STATUSES);
export const TIER_OPTIONS = selectOptions(USER_TIERS, (tier) => `Tier ${tier}`);
export const SPEND_DAYS_OPTIONS = selectOptions(SPENDING_PERIOD_DAYS, (days) => `${days} days`);
export const LEDGER_ENTRY_KIND_OPTIONS = selectOptions(LEDGER_ENTRY_KINDS);
export const LEGAL_BASIS_OPTIONS = selectOptions(LEGAL_BASES);

export const GENDER_OPTIONS = selectOptions(["female", "male"] as const);

export const SIMILAR_ACCOUNT_LABELS: Record<SimilarReason, string> = {
  phone: "Same phone number",
  identity_number: "Same identity number",
  name_and_birth_date: "Similar name, same birth date",
};

/** Short labels of account restrictions, for the header of a user's page. */
export const RESTRICTION_LABELS: Record<Restriction, string> = {
  no_debit: "No debit",
  no_credit: "No credit",
  both: "All blocked",
};

export const RESTRICTION_TEXTS: Record<Restriction, string> = {
  no_debit: "No debit: nothing may leave the wallet",
  no_credit: "No credit: nothing may enter the wallet",
  both: "Block all transactions",
};
export const RESTRICTION_OPTIONS: Option[] = Object.entries(RESTRICTION_TEXTS).map(([value, label]) => ({
  value,
  label,
}));

export const PLATFORM_LABELS: Record<Platform, string> = { android: "Android", ios: "iOS", web: "Web browser" };

/** Returns the English name of a language code: "Efik" for `efi`. */
export const languageName = (code: string) => new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code;

/** Formats a number of users: "1 user", "10,000+ users". */
export const formatUsers = (count: number, isCapped = false) => pluralize(count, "user", "users", isCapped);
