import { FullPageMessage } from "@/components/common/full-page-message";
import { buttonClasses } from "@/components/ui/button-style";
import { HOME_PATH } from "@/lib/session";

export default function NotFound() {
  return (
    <main>
      <FullPageMessage
        title="Oops!"
        action={
          // Uses a plain link, because Next.js adds this page to every bundle, and next/link would enlarge every bundle.
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
