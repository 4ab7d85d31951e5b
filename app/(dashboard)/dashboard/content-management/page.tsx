import { redirect } from "next/navigation";

/** The area begins with its first tab (specification section 2). */
export default function ContentManagementPage() {
  redirect("/dashboard/content-management/announcements");
}
