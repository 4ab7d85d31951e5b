import "server-only";
import { env } from "@/lib/env";

/** Whether an address lies in the domains of admins (INVITATION_DOMAINS); every one does where none is set. */
export function isAllowedDomain(email: string): boolean {
  const { invitationDomains } = env();
  return !invitationDomains || invitationDomains.includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase());
}
