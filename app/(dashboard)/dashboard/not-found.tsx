import { MissingRecordMessage } from "@/components/shell/missing-record";

/** Renders the 404 page inside the dashboard shell, so that the navigation stays usable. */
export default function DashboardNotFound() {
  return <MissingRecordMessage />;
}
