import type { ComponentProps } from "react";
import { ButtonLink } from "@/components/ui/button-link";

/** From one screen of /auth to another. */
export const AuthLink = (props: Pick<ComponentProps<typeof ButtonLink>, "href" | "children">) => (
  <ButtonLink {...props} variant="link" className="px-0!" />
);
