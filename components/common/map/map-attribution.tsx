/** Renders the attribution that the licence of the boundaries requires beside every map (docs/maps.md). */
export const MapAttribution = () => (
  <p className="mt-2 text-xs text-muted">
    Boundaries: <Credit href="https://www.geoboundaries.org">geoBoundaries</Credit>, Nigeria ADM2, 2022, original source
    GRID3, <Credit href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</Credit>; simplified.
  </p>
);

const Credit = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer" className="underline underline-offset-2 hover:text-foreground">
    {children}
  </a>
);
