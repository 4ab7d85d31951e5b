import { FullPageMessage } from "@/components/common/full-page-message";
import { buttonClasses } from "@/components/ui/button-style";
import { HOME_PATH } from "@/lib/session";

export default function NotFound() {
  return (
    <main>
      <FullPageMessage
        title="Oops!"
        action={
          // A plain link: this page is bundled with every other page, and next/link would be bundled as well.
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
