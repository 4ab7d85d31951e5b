import type { ComponentProps } from "react";
import { ButtonLink } from "@/components/ui/button-link";

/** Renders a link between two screens below /auth. */
export const AuthLink = (props: Pick<ComponentProps<typeof ButtonLink>, "href" | "children">) => (
  <ButtonLink {...props} variant="link" className="px-0!" />
);
