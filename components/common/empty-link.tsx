import { ButtonLink } from "@/components/ui/button-link";

type EmptyLinkProps = {
  href: string;
  label: string;
  /** Whether the admin may do there what fills the list. */
  may: boolean;
};

/** Leads from an empty list to where it is filled. */
export const EmptyLink = ({ href, label, may }: EmptyLinkProps) =>
  may ? <ButtonLink href={href}>{label}</ButtonLink> : null;
