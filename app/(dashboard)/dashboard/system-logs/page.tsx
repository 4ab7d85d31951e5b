import { redirect } from "next/navigation";

export default function SystemLogsPage() {
  redirect("/dashboard/system-logs/user-activities");
}
