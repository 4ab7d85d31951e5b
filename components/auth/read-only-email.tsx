import { useId } from "react";
import { Input } from "@/components/ui/input";

/** Shows the email to which the link was sent. Password managers store the new password under this email. */
export function ReadOnlyEmail({ email }: { email: string }) {
  const id = useId();
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-semibold">
        Email
      </label>
      <Input id={id} type="email" autoComplete="username" readOnly value={email} className="text-muted" />
    </div>
  );
}
