import { Badge } from "@/components/ui/badge";
import type { KycSingle } from "@/lib/contract/kyc";
import { formatDay, titleCase } from "@/lib/format";

const FIELDS: { key: keyof KycSingle["submitted"]; label: string; show?: (value: string) => string }[] = [
  { key: "first_name", label: "First name" },
  { key: "middle_name", label: "Middle name" },
  { key: "last_name", label: "Last name" },
  { key: "date_of_birth", label: "Date of birth", show: formatDay },
  { key: "gender", label: "Gender", show: titleCase },
  { key: "phone", label: "Phone" },
  { key: "address", label: "Address" },
  { key: "lga", label: "LGA" },
];

const words = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();

/** What was submitted beside what the account says, differences marked (docs/rules.md). */
export function KycComparison({ request }: { request: Pick<KycSingle, "submitted" | "account"> }) {
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="text-left text-muted">
          <th scope="col" className="w-32 py-2 pr-3 font-semibold">
            Field
          </th>
          <th scope="col" className="py-2 pr-3 font-semibold">
            Submitted
          </th>
          <th scope="col" className="py-2 font-semibold">
            Account
          </th>
        </tr>
      </thead>
      <tbody>
        {FIELDS.map(({ key, label, show = (value) => value }) => {
          const [submitted, account] = [request.submitted[key], request.account[key]];
          const differs = words(submitted) !== words(account);
          return (
            <tr key={key} className="border-t border-border align-top">
              <th scope="row" className="py-2 pr-3 text-left font-medium text-muted">
                {label}
              </th>
              <td className="py-2 pr-3 font-semibold">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="min-w-0 break-words">{submitted ? show(submitted) : "–"}</span>
                  {differs && <Badge tone="warning">Differs</Badge>}
                </span>
              </td>
              <td className="py-2 break-words">{account ? show(account) : "–"}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
