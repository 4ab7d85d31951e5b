export const CODE_BLOCK = "rounded-md bg-sunken p-3 text-xs";

/** Renders text in which `backticks` mark code. */
export function Words({ children }: { children: string }) {
  return children.split("`").map((part, at) =>
    at % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <code key={at} className="wrap-anywhere">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
