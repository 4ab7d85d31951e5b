import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const ALERT_TONES = {
  danger: { icon: CircleAlert, look: "bg-danger-soft text-danger" },
  warning: { icon: TriangleAlert, look: "bg-warning-soft text-warning" },
  success: { icon: CircleCheck, look: "bg-success-soft text-success" },
  info: { icon: Info, look: "bg-info-soft text-info" },
};

type AlertProps = { tone?: keyof typeof ALERT_TONES; title?: string; children?: ReactNode; action?: ReactNode };

/** Renders a message in the page. Screen readers announce `danger` and `warning` immediately. */
export function Alert({ tone = "info", title, children, action }: AlertProps) {
  const { icon: Icon, look: classes } = ALERT_TONES[tone];
  return (
    <div
      role={tone === "danger" || tone === "warning" ? "alert" : "status"}
      className={clsx("flex items-start gap-3 rounded-md px-3.5 py-3 text-sm", classes)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 font-medium wrap-anywhere">
        {title && <p className="font-bold">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
