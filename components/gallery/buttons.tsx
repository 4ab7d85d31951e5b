"use client";

import { Download, Plus, RotateCw } from "lucide-react";
import { CopyButton } from "@/components/common/copy-button";
import { ReloadButton } from "@/components/common/reload-button";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { GalleryExample, GallerySection } from "./section";

const VARIANTS = ["primary", "secondary", "ghost", "danger", "link"] as const;
const SIZES = ["sm", "md", "lg"] as const;
const LINE_CLASS = "flex flex-wrap items-center gap-2";

export const ButtonExamples = () => (
  <GallerySection id="buttons" title="Buttons">
    {VARIANTS.map((variant) => (
      <GalleryExample key={variant} caption={`${variant}: small, medium, large, disabled, at work`}>
        <div className={LINE_CLASS}>
          {SIZES.map((size) => (
            <Button key={size} variant={variant} size={size}>
              Approve
            </Button>
          ))}
          <Button variant={variant} disabled>
            Approve
          </Button>
          <Button variant={variant} busy>
            Approve
          </Button>
        </div>
      </GalleryExample>
    ))}
    <GalleryExample caption="With an icon, an icon alone, copying a value, reloading the page">
      <div className={LINE_CLASS}>
        <Button variant="primary">
          <Plus aria-hidden="true" /> New category
        </Button>
        <Button>
          <Download aria-hidden="true" /> Export
        </Button>
        <Button size="icon" aria-label="Refresh">
          <RotateCw aria-hidden="true" />
        </Button>
        <Button variant="ghost" size="icon-sm" aria-label="Refresh, small">
          <RotateCw aria-hidden="true" />
        </Button>
        <CopyButton value="KYC-000123" label="Copy reference KYC-000123" />
        <ReloadButton />
      </div>
    </GalleryExample>
    <GalleryExample caption="A link that looks like a button">
      <div className={LINE_CLASS}>
        <ButtonLink href="#buttons">Open list</ButtonLink>
        <ButtonLink href="#buttons" variant="primary">
          Start review
        </ButtonLink>
      </div>
    </GalleryExample>
  </GallerySection>
);
