import "server-only";
import type { IreportIcon } from "@/lib/contract/ireport.values";
import type { TargetHours } from "@/lib/server/ireport/report-clocks";

/** Departments outside this office that fix the reported problems. */
export const STARTER_DEPARTMENTS = [
  "Works and infrastructure",
  "Water board",
  "Waste management",
  "Emergency management",
  "Health",
  "Education",
  "Markets and trade",
  "Public service office",
] as const;
/** Name of a department in the starter set. */
export type StarterDepartment = (typeof STARTER_DEPARTMENTS)[number];

/** A report category of the starter set. */
export type StarterCategory = {
  name: string;
  icon: IreportIcon;
  /** Department that handles the reports. Default: the parent category's department. */
  department?: StarterDepartment;
  /** Target hours until a report is resolved. */
  hours: number;
  private?: true;
  inactive?: true;
};
/** A top-level report category with its subcategories. */
export type StarterTopCategory = StarterCategory & { below: readonly StarterCategory[] };

/** Two levels of categories with departments and deadlines, in the app's order. */
export const STARTER_CATEGORY_TREE = [
  {
    name: "Roads and transport",
    icon: "construction",
    department: "Works and infrastructure",
    hours: 168,
    below: [
      { name: "Potholes and damaged roads", icon: "construction", hours: 168 },
      { name: "Street lights", icon: "lightbulb", hours: 96 },
      { name: "Traffic and parking", icon: "car", hours: 72 },
      { name: "Street names and signs", icon: "construction", hours: 240, inactive: true },
    ],
  },
  {
    name: "Water and drainage",
    icon: "droplets",
    department: "Water board",
    hours: 72,
    below: [
      { name: "No water", icon: "droplets", hours: 72 },
      { name: "Burst pipes", icon: "droplets", hours: 24 },
      { name: "Flooding and blocked drains", icon: "droplets", department: "Emergency management", hours: 48 },
    ],
  },
  {
    name: "Waste and environment",
    icon: "trash",
    department: "Waste management",
    hours: 72,
    below: [
      { name: "Refuse not collected", icon: "trash", hours: 48 },
      { name: "Illegal dumping", icon: "trash", hours: 96 },
      { name: "Erosion and landslides", icon: "trees", department: "Emergency management", hours: 336 },
      { name: "Fallen trees", icon: "trees", department: "Emergency management", hours: 36 },
    ],
  },
  {
    name: "Health and safety",
    icon: "heart-pulse",
    department: "Health",
    hours: 72,
    below: [
      { name: "Fire and gas", icon: "flame", department: "Emergency management", hours: 24 },
      { name: "Health centres", icon: "heart-pulse", hours: 96 },
      { name: "Safety at night", icon: "shield-alert", department: "Emergency management", hours: 48 },
    ],
  },
  {
    name: "Schools and public places",
    icon: "school",
    department: "Education",
    hours: 168,
    below: [
      { name: "School buildings", icon: "school", hours: 240 },
      { name: "Markets", icon: "store", department: "Markets and trade", hours: 120 },
      { name: "Public offices", icon: "landmark", department: "Public service office", hours: 120 },
    ],
  },
  { name: "Something else", icon: "message-circle-warning", hours: 120, below: [] },
  {
    name: "Complaints about officials",
    icon: "message-circle-warning",
    department: "Public service office",
    hours: 168,
    private: true,
    below: [{ name: "Requests for bribes", icon: "landmark", hours: 96 }],
  },
] as const satisfies readonly StarterTopCategory[];

type ChildOf<T> = T extends { below: readonly (infer Child)[] } ? Child : never;
/** Categories that reports can have: those of the second level, and top-level ones without subcategories. */
export type StarterCategoryName =
  | Extract<ChildOf<(typeof STARTER_CATEGORY_TREE)[number]>, { name: string }>["name"]
  | "Something else"
  | "Complaints about officials";

/** Returns target hours of the steps: a quarter of the total to acknowledge, a third to start, half to do the work. The steps overlap. */
export const targetHoursOf = ({ hours }: StarterCategory): TargetHours => ({
  targetHours: hours,
  submittedHours: Math.max(4, Math.round(hours / 4)),
  acknowledgedHours: Math.round(hours / 3),
  inProgressHours: Math.round(hours / 2),
});
