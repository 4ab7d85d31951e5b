import { TabLinks } from "@/components/common/tab-links";

const TABS = [
  { label: "By user", href: "/dashboard/system-logs/user-activities" },
  { label: "All activity", href: "/dashboard/system-logs/user-activities/all" },
];

/** Renders the tabs of the activity logs. */
export const UserActivityTabs = () => <TabLinks label="Activity Logs" tabs={TABS} />;
