import NextTopLoader from "nextjs-toploader";

/** Hidden from screen readers, because nextjs-toploader 3.9.17 renders the invalid role `bar`. */
const TEMPLATE = '<div aria-hidden="true"><div class="bar" role="bar"><div class="peg"></div></div></div>';

/** Shows a progress bar at the top during navigation (specification section 2). */
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
