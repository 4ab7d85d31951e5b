import NextTopLoader from "nextjs-toploader";

/** The library's own markup has a role that does not exist; as decoration it is hidden from screen readers. */
const TEMPLATE = '<div aria-hidden="true"><div class="bar" role="bar"><div class="peg"></div></div></div>';

/** Progress bar at the top during route loading (specification section 2). */
export function RouteProgress({ nonce }: { nonce: string | undefined }) {
  return (
    <NextTopLoader
      nonce={nonce}
      color="var(--color-primary)"
      height={2}
      shadow={false}
      showSpinner={false}
      template={TEMPLATE}
    />
  );
}
