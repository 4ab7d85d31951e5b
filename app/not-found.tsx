import { FullPageMessage } from "@/components/common/full-page-message";
import { buttonClasses } from "@/components/ui/button-style";
import { HOME_PATH } from "@/lib/session";

export default function NotFound() {
  return (
    <main>
      <FullPageMessage
        title="Oops!"
        action={
          // A plain link: Next.js bundles this page with every other page, so next/link would enlarge all bundles.
          <a href={HOME_PATH} className={buttonClasses({ variant: "primary", size: "lg" })}>
            Go To Dashboard
          </a>
        }
      >
        We couldn't find the page you are looking for
      </FullPageMessage>
    </main>
  );
}
