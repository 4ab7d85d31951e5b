import type { SetupStep, StarterSet } from "@/lib/contract/setup.values";

type StepText = {
  title: string;
  /** Explains why the setup step matters. */
  why: string;
  /** Links to the pages for this setup step; omitted if the operators of the server do this step. */
  links?: readonly { href: string; label: string }[];
  /** Set of default records that completes the setup step. */
  starterSet?: StarterSet;
};

/** Title, reason and links of each step in the setup checklist. */
export const SETUP_STEP_TEXTS: Record<SetupStep, StepText> = {
  mail: {
    title: "Mail arrives",
    why: "Sign-in codes, invitations and news for citizens are mailed. Operations set SMTP_URL and MAIL_FROM.",
  },
  second_full_administrator: {
    title: "Second full administrator",
    why: "A second person decides what needs approval, and nobody is locked out when one is away.",
    links: [{ href: "/dashboard/roles-and-permissions/admin-users", label: "Invite an admin" }],
  },
  roles: {
    title: "Roles",
    why: "Each admin gets only the rights that their work needs.",
    links: [{ href: "/dashboard/roles-and-permissions/admin-users/roles", label: "Roles" }],
    starterSet: "roles",
  },
  admins: {
    title: "Invited admins",
    why: "Each person who reviews, answers or pays signs in with their own account.",
    links: [{ href: "/dashboard/roles-and-permissions/admin-users", label: "Invite an admin" }],
  },
  provider: {
    title: "Payment provider",
    why: "Without one, no money gets in from cards or banks. Operations set up Paystack with PAYSTACK_SECRET_KEY (docs/payment-providers.md). The simulated provider is only for trials.",
    links: [{ href: "/dashboard/transactions/payment-methods", label: "Payment methods" }],
  },
  payment_methods: {
    title: "Payment methods",
    why: "They define how citizens can pay, and the fees.",
    links: [{ href: "/dashboard/transactions/payment-methods", label: "Payment methods" }],
    starterSet: "payment_methods",
  },
  app_key: {
    title: "Key of the citizen app",
    why: "The app's server opens accounts and sends payments with it. It is made here and shown once.",
    links: [{ href: "/dashboard/app-config/notifications?view=app-keys", label: "App keys" }],
  },
  push: {
    title: "Push notifications",
    why: "Citizens get news on their phones. Operations set the FIREBASE settings.",
    links: [{ href: "/dashboard/app-config/notifications", label: "Notifications" }],
  },
  report_categories: {
    title: "Report categories",
    why: "A citizen's report is sent to the department of its category, with a deadline.",
    links: [{ href: "/dashboard/ireports/categories", label: "Categories" }],
    starterSet: "report_categories",
  },
  legal_texts: {
    title: "Terms and privacy policy",
    why: "Citizens accept both before they use the app.",
    links: [
      { href: "/dashboard/app-config/terms", label: "Terms" },
      { href: "/dashboard/app-config/privacy", label: "Privacy policy" },
    ],
  },
  emergency_numbers: {
    title: "Emergency numbers",
    why: "The app shows them to citizens. An admin calls each number to verify it.",
    links: [{ href: "/dashboard/app-config/emergency-numbers", label: "Emergency numbers" }],
    starterSet: "emergency_numbers",
  },
  pool: {
    title: "First pool funded",
    why: "Grants and promotions are paid from their pools.",
    links: [{ href: "/dashboard/wallets?movement=new", label: "New manual transfer" }],
  },
  backup: {
    title: "Restored backup",
    why: "A backup counts once it was restored on another system and checked, as docs/operations.md explains.",
  },
};
