import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { CheckboxField } from "@/components/common/form/fields";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import type { AccountNameResult } from "@/lib/contract/grant-applications";
import { bankAccountNameQuery } from "@/lib/queries/grant-applications";

const isProblem = ({ result }: AccountNameResult) => result === "differs" || result === "no_account";

/** Describes whether the account holder's name at the bank equals the applicant's name. */
export function describeAccountNameCheck({ result, name_at_bank, expected }: AccountNameResult): string {
  if (result === "equal") return `The account is ${name_at_bank}'s at the bank, as expected.`;
  if (result === "differs") return `The account is ${name_at_bank}'s at the bank. ${expected} is expected.`;
  if (result === "no_account") return "The bank has no account with this number.";
  return result === "not_known"
    ? "The name at the bank is not known."
    : "The name at the bank is not checked: the provider does not answer. It is compared again before the payout.";
}

/**
 * Shows the account holder's name at the bank before an approval. If that name differs from the applicant's name, the admin must
 * confirm the bank account.
 */
export function AccountNameCheck({ applicationId }: { applicationId: string }) {
  const { data, isError } = useQuery(bankAccountNameQuery(applicationId));
  const { setValue } = useFormContext();
  const accepted = data && isProblem(data) ? (data.name_at_bank ?? "") : null;
  useEffect(() => setValue("account_name", accepted), [setValue, accepted]);
  if (isError) return <p className="text-sm text-muted">The name at the bank is not checked.</p>;
  if (!data) return <Skeleton className="h-6" />;
  if (accepted === null) return <p className="text-sm text-muted">{describeAccountNameCheck(data)}</p>;
  return (
    <div className="space-y-2">
      <Alert tone="warning" title="Account name differs">
        <p>{describeAccountNameCheck(data)}</p>
      </Alert>
      <CheckboxField name="account_confirmed" label="The account belongs to this applicant: approve it anyway" />
    </div>
  );
}
