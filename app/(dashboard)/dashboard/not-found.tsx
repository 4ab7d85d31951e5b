import { MissingRecord } from "@/components/shell/missing-record";

/** Inside the shell, so that the way to the other pages stays. */
export default function DashboardNotFound() {
  return <MissingRecord />;
}
