import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { FactList, type LabelledFact } from "@/components/common/fact-list";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { ApplicationDetails } from "@/lib/contract/grant-applications";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatMoney } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { ApplicantLink } from "./application-badges";

const LINK_CLASS = "rounded-sm text-primary hover:underline";

/** Describes the destination of the grant: the wallet, or a bank account by its last four digits. */
function describePayout({
  kind,
  bank,
  account_name: name,
  account_last4: last4,
}: ApplicationDetails["payout"]): string {
  if (kind === "wallet") return "Wallet in the app";
  return [bank, last4 && `account ending in ${last4}`, name].filter(Boolean).join(", ");
}

/** Shows a payment's reference, as a link if the admin may open the payment. */
function PaymentLink({ payment }: { payment: { id: string; reference: string } }) {
  const mayOpen = useAccess(routes.transaction.single);
  if (!mayOpen) return payment.reference;
  return (
    <HoverLink href={recordUrl("transaction", payment.id)} className={LINK_CLASS}>
      {payment.reference}
    </HoverLink>
  );
}

/** Renders applicant, programme, amounts and payout destination of an application. */
export function ApplicationFacts({ application }: { application: ApplicationDetails }) {
  const { applicant, programme, batch, transaction, amount, ineligible, contact_phone: phone } = application;
  const facts: LabelledFact[] = [
    ["Applicant", <ApplicantLink key="applicant" person={applicant} />],
    ["Phone", <CopyableText key="phone" value={phone} what={`phone ${phone}`} />],
    ["LGA", applicant.lga],
    ["Tier", `Tier ${applicant.tier}`],
    [
      "Programme",
      <HoverLink key="programme" href={recordUrl("grant_programme", programme.id)} className={LINK_CLASS}>
        {programme.name}
      </HoverLink>,
    ],
    ["Requested", formatMoney(application.amount_asked)],
    amount !== null && ["Approved", formatMoney(amount)],
    ["Budget left", formatMoney(application.budget_left)],
    ["Paid to", describePayout(application.payout)],
    [
      "Eligible now",
      ineligible.length === 0 ? (
        "Yes"
      ) : (
        <ul key="eligible" className="text-danger">
          {ineligible.map(({ reason, message }) => (
            <li key={reason}>{message}</li>
          ))}
        </ul>
      ),
    ],
    ["Submitted", <DateTime key="submitted" at={application.submitted_at} />],
    batch !== null && [
      "Payout batch",
      <HoverLink key="batch" href={recordUrl("grant_batch", batch.id)} className={LINK_CLASS}>
        {batch.name}
      </HoverLink>,
    ],
    transaction !== null && ["Payment", <PaymentLink key="payment" payment={transaction} />],
  ];
  return (
    <Card>
      <CardHeader title="Application" />
      <div className="px-5 pb-5">
        <FactList facts={facts} />
      </div>
    </Card>
  );
}
