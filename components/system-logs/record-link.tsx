"use client";

import { HoverLink } from "@/components/ui/hover-link";
import { routes } from "@/lib/contract/routes";
import type { AuditTrailRow } from "@/lib/contract/system-logs";
import { useMay } from "@/lib/queries/rp";

/** The record that an action was about, as a link where it has a page that this admin may open. */
export function RecordLink({ record }: { record: AuditTrailRow["record"] }) {
  const mayKyc = useMay(routes.kyc.single);
  const mayWallet = useMay(routes.systemWallet.movement);
  const mayTransaction = useMay(routes.transaction.single);
  const mayUser = useMay(routes.user.single);
  const mayEvent = useMay(routes.event.single);
  const mayPromotion = useMay(routes.promotion.single);
  const mayGrant = useMay(routes.grant.programme);
  const mayIreport = useMay(routes.ireport.single);
  const mayContent = useMay(routes.content.entry);
  const mayConfig = useMay(routes.appConfig.entry);
  if (!record) return "–";
  const { type, id } = record;
  const name = record.name || id;
  /** Each type of record that has a page: whether this admin may open it, and where it is. */
  const pages: Partial<Record<string, [may: boolean, href: string]>> = {
    admin: [true, `/dashboard/system-logs/user-activities/${id}`],
    announcement: [mayContent, `/dashboard/content-management/announcements/${id}`],
    slide: [mayContent, `/dashboard/content-management/slider/${id}`],
    article: [mayContent, `/dashboard/content-management/culture/${id}`],
    faq_question: [mayConfig, `/dashboard/app-config/faq/${id}`],
    terms: [mayConfig, "/dashboard/app-config/terms"],
    privacy_policy: [mayConfig, "/dashboard/app-config/privacy"],
    broadcast: [mayConfig, `/dashboard/app-config/notifications/${id}`],
    emergency_number: [mayConfig, "/dashboard/app-config/emergency-numbers"],
    language: [mayConfig, "/dashboard/app-config/language"],
    language_key: [mayConfig, `/dashboard/app-config/language?q=${encodeURIComponent(record.name)}`],
    event: [mayEvent, `/dashboard/event-management/events/${id}`],
    event_category: [mayEvent, `/dashboard/event-management/events/categories?category=${id}`],
    event_order: [mayEvent, `/dashboard/event-management/events/tickets?q=${encodeURIComponent(record.name)}`],
    promotion: [mayPromotion, `/dashboard/promotions/all/${id}`],
    grant_programme: [mayGrant, `/dashboard/grants/programmes/${id}`],
    grant_application: [mayGrant, `/dashboard/grants/applications/${id}`],
    grant_batch: [mayGrant, `/dashboard/grants/payouts/${id}`],
    ireport: [mayIreport, `/dashboard/ireports/all/${id}`],
    ireport_category: [mayIreport, `/dashboard/ireports/categories?category=${id}`],
    ireport_department: [mayIreport, `/dashboard/ireports/categories?view=departments&department=${id}`],
    ireport_template: [mayIreport, `/dashboard/ireports/categories?view=templates&template=${id}`],
    kyc: [mayKyc, `/dashboard/kyc-management/${id}`],
    ticket: [mayEvent, `/dashboard/event-management/events/tickets/${id}`],
    transaction: [mayTransaction, `/dashboard/transactions/all/${id}`],
    user: [mayUser, `/dashboard/user-management/users/${id}`],
    user_group: [mayUser, `/dashboard/user-management/user-groups?group=${id}`],
    wallet_movement: [mayWallet, `/dashboard/wallets?movement=${id}`],
  };
  const [may, href] = pages[type] ?? [];
  if (!may || !href) return name;
  return (
    <HoverLink href={href} className="rounded-sm font-medium text-primary hover:underline">
      {name}
    </HoverLink>
  );
}
