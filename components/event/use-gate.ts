"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { canHashTicketCodes } from "@/lib/client/gate/codes";
import { createCheckInGate, type Gate } from "@/lib/client/gate/gate";
import { openGateStore } from "@/lib/client/gate/indexed-store";
import { playResultSignal } from "@/lib/client/gate/play-result-signal";
import type { GateScanResult } from "@/lib/client/gate/result";
import type { EventState } from "@/lib/contract/event.values";
import { meQuery } from "@/lib/queries/auth";
import { eventGateQuery, fetchGateListPage, sendScans } from "@/lib/queries/event-gate";
import { gateClosedReason } from "./gate-words";

const MAX_RESULTS = 20;
const noSubscription = () => () => {};

/** Manages this phone's ticket check-in while the page is mounted. Returns null until its local database is open. */
export function useTicketGate(eventId: string, eventState: EventState, mayScan: boolean) {
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery());
  const admin = me?.id;
  const [gate, setGate] = useState<Gate | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = gateClosedReason(eventState) === null;
  }, [eventState]);

  useEffect(() => {
    if (!admin || !mayScan || !canHashTicketCodes()) return;
    const { queryKey } = eventGateQuery(eventId);
    let stopGate: (() => void) | null = null;
    let isUnmounted = false;
    void openGateStore().then((store) => {
      if (isUnmounted) return;
      const openedGate = createCheckInGate({
        admin,
        event: eventId,
        store,
        api: { list: fetchGateListPage, send: sendScans },
        isOpen: () => isOpen.current,
        onCounts: (counts) => {
          // Cancels a pending refetch, which would overwrite the new counts with old ones.
          void client.cancelQueries({ queryKey });
          client.setQueryData(queryKey, (view) => view && { ...view, counts });
        },
      });
      stopGate = openedGate.start();
      setGate(openedGate);
    });
    return () => {
      isUnmounted = true;
      stopGate?.();
      setGate(null);
    };
  }, [admin, eventId, mayScan, client]);

  const state = useSyncExternalStore(
    gate?.subscribe ?? noSubscription,
    () => gate?.state() ?? null,
    () => null,
  );
  return { gate, state };
}

/** Checks scans one at a time and keeps the results, newest first. Keeps the results in memory only, because they contain names. */
export function useTicketScans(gate: Gate | null, gateName: string) {
  const [results, setResults] = useState<readonly GateScanResult[]>([]);
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  /** Checks a ticket code. @returns the result; null while another scan is being checked */
  const check = async (code: string): Promise<GateScanResult | null> => {
    if (!gate || isBusy.current) return null;
    isBusy.current = true;
    setBusy(true);
    try {
      const result = await gate.scan(code, gateName);
      playResultSignal(result.result === "checked_in");
      setResults((previous) => [result, ...previous].slice(0, MAX_RESULTS));
      return result;
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };
  return { results, busy, check, isBusy };
}
