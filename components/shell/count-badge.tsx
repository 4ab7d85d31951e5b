/** Renders a number on an icon of the top bar. The icon's label contains the number for screen readers. */
export const CountBadge = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="absolute -top-0.5 -right-0.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-danger-fill px-1 text-xs font-bold text-white tabular-nums"
  >
    {children}
  </span>
);
