"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { approvalQuery } from "./approvals";

/** Reads the account balances before and after an approval. The balances load only when the approver expands them. */
export function useApprovalBalances({ approvalId }: { approvalId: string }) {
  const [isShown, setShown] = useState(false);
  const query = useQuery({ ...approvalQuery(approvalId), enabled: isShown });
  return { query, isShown, onShow: () => setShown(true) };
}
