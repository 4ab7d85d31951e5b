import { redirect } from "next/navigation";

/** The area begins with its first tab (specification section 2). */
export default function AppConfigPage() {
  redirect("/dashboard/app-config/faq");
}
