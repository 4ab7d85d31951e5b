"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { approvalQuery } from "./approvals";

/** Balances before and after, on the record itself: read once somebody who decides wants to see them. */
export function useBalances({ approvalId }: { approvalId: string }) {
  const [isShown, setShown] = useState(false);
  const query = useQuery({ ...approvalQuery(approvalId), enabled: isShown });
  return { query, isShown, onShow: () => setShown(true) };
}
