"use client";

import { Button } from "@/components/ui/button";

export function ComponentsPage() {
  return <main><h1>Components</h1><Button>Yes</Button></main>;
}
