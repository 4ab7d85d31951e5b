"use client";

import { CurrentVersionNotice } from "@/components/common/form/current-version";
import { DateField } from "@/components/common/form/date-field";
import { SelectField, TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { Alert } from "@/components/ui/alert";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { UserDetails } from "@/lib/contract/user";
import { USER_REASON_MAX } from "@/lib/contract/user.values";
import { lagosDay, titleCase } from "@/lib/format";
import {
  type ChangeUserStatusInput,
  changeUserStatusMutation,
  type RestrictUserInput,
  restrictUserMutation,
  type SimpleStatusChange,
} from "@/lib/queries/user";
import { AccountStatusFacts } from "./user-account-status";
import { type UserAction, userActionDraftName } from "./user-actions";
import { RESTRICTION_LEGAL_BASIS_OPTIONS, RESTRICTION_OPTIONS } from "./user-words";

type ActionTexts = { title: (name: string) => string; consequence: string; done: string; tone: "primary" | "danger" };

const ACTION_TEXTS: Record<UserAction, ActionTexts> = {
  restrict: {
    title: (name) => `Restrict ${name}'s wallet?`,
    consequence:
      "From now on the ledger rejects the chosen actions, including pending payments and refunds. They can still sign in.",
    done: "restricted",
    tone: "danger",
  },
  lift: {
    title: (name) => `Lift the restriction of ${name}'s wallet?`,
    consequence: "Money can be received and sent again immediately, up to the limits of the tier.",
    done: "free again",
    tone: "primary",
  },
  suspend: {
    title: (name) => `Suspend ${name}?`,
    consequence:
      "They are signed out of the app and can't sign in until an admin reactivates the account. Payments in progress are still settled, and money can still be received.",
    done: "suspended",
    tone: "danger",
  },
  reactivate: {
    title: (name) => `Reactivate ${name}?`,
    consequence: "They can sign in to the app again and use their wallet as before.",
    done: "active again",
    tone: "primary",
  },
  resetSessions: {
    title: (name) => `Sign ${name} out of the app?`,
    consequence:
      "All current sessions of the app end with their next request, on all devices. They sign in again with their password and a code.",
    done: "signed out of the app",
    tone: "primary",
  },
  close: {
    title: (name) => `Close ${name}'s account permanently?`,
    consequence:
      "They can't sign in any more, and the wallet is closed for money. This can't be undone. Records are kept as required by law.",
    done: "closed",
    tone: "danger",
  },
};

/** Actions that notify the citizen without a message typed by the admin. */
const ENDING_ACTIONS: readonly UserAction[] = ["lift", "reactivate"];

const loadChangeSchema = () => import("@/lib/contract/user").then((module) => module.userChange);
const loadStatusChangeSchema = () => import("@/lib/contract/user").then((module) => module.userStatusChange);
const loadRestrictionSchema = () => import("@/lib/contract/user").then((module) => module.userRestriction);

type Props = { user: UserDetails; action: UserAction; label: string; onClose: () => void };

/** Confirms an action on an account. States its consequence, and requires a reason, which is stored with the account. */
export function UserActionDialog({ user, action, label, onClose }: Props) {
  const { title, consequence, tone } = ACTION_TEXTS[action];
  const { version, newer, restrict, change } = useUserChange(user, action);
  const dialogProps = {
    open: true,
    onOpenChange: (open: boolean) => !open && onClose(),
    title: title(user.name),
    consequence,
    submitLabel: label,
    tone,
    fixed: { userId: user.id, version },
    draft: userActionDraftName(user.id, action),
  };
  const now = newer && (
    <CurrentVersionNotice>
      <p>
        {titleCase(newer.status)}, tier {newer.tier}
      </p>
      <AccountStatusFacts user={newer} />
    </CurrentVersionNotice>
  );
  const hint = ENDING_ACTIONS.includes(action)
    ? "Logged. The citizen is notified by mail and push, without the reason."
    : "Logged.";
  const reason = <TextAreaField name="reason" label="Reason" hint={hint} max={USER_REASON_MAX} rows={3} />;
  const unless = action === "restrict" && user.restriction ? ", unless only the reason or the legal basis changes" : "";
  const notified = `The citizen is notified by mail and push${unless}.`;
  const message = (
    <TextAreaField
      name="message"
      label="Message to the citizen"
      hint={`${notified} They read this in the mail and in the app. The reason stays with admins.`}
      max={USER_REASON_MAX}
      rows={2}
      optional
    />
  );
  if (action === "restrict") {
    const { kind = "", legal_basis = "", until } = user.restriction ?? {};
    // Subtracts 1 ms, because `until` is the midnight after the last day of the restriction.
    const last_day = until ? lagosDay(Date.parse(until) - 1) : "";
    return (
      <FormDialog<RestrictUserInput>
        {...dialogProps}
        schema={loadRestrictionSchema}
        defaultValues={{ restriction: kind, legal_basis, last_day, reason: "", message: user.status_message ?? "" }}
        onSubmit={restrict}
      >
        {now}
        <SelectField name="restriction" label="Restricted actions" options={RESTRICTION_OPTIONS} placeholder="Choose" />
        <SelectField
          name="legal_basis"
          label="Legal basis"
          options={RESTRICTION_LEGAL_BASIS_OPTIONS}
          placeholder="Choose"
        />
        <DateField
          name="last_day"
          label="Last day"
          min={lagosDay(Date.now())}
          optional
          hint="It ends automatically after this day, Lagos time."
        />
        {reason}
        {message}
      </FormDialog>
    );
  }
  const isShown = action === "suspend";
  return (
    <FormDialog<ChangeUserStatusInput>
      {...dialogProps}
      schema={isShown ? loadStatusChangeSchema : loadChangeSchema}
      defaultValues={{ reason: "", ...(isShown && { message: "" }) }}
      onSubmit={change}
    >
      {now}
      {action === "close" && user.close_obstacles.length > 0 && (
        <Alert tone="warning" title="It can't be closed yet">
          <ul>
            {user.close_obstacles.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Alert>
      )}
      {reason}
      {isShown && message}
    </FormDialog>
  );
}

/**
 * Sends an action on an account. A conflict refreshes the page behind the dialog and keeps the form. `newer` is then the account as another
 * admin changed it; the next attempt sends its version.
 */
function useUserChange(user: UserDetails, action: UserAction) {
  const { newer, latest, captureConflict } = useEditConflict(user);
  const restriction = useKeyedMutation(restrictUserMutation);
  const changeUser = useKeyedMutation((key) => changeUserStatusMutation(action as SimpleStatusChange, key));
  const trackConflict = async (request: Promise<unknown>) => {
    await request.catch(captureConflict);
    toast.success(`${user.name} is ${ACTION_TEXTS[action].done}.`);
  };
  return {
    version: latest.version,
    newer,
    restrict: (input: RestrictUserInput) => trackConflict(restriction.mutateAsync(input)),
    change: (input: ChangeUserStatusInput) => trackConflict(changeUser.mutateAsync(input)),
  };
}
