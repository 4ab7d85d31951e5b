import "server-only";
import { env } from "@/lib/env";

/** Returns true if an email's domain is in INVITATION_DOMAINS, or if no domains are configured. */
export function isAllowedDomain(email: string): boolean {
  const { invitationDomains } = env();
  return !invitationDomains || invitationDomains.includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase());
}
