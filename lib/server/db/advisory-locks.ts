/** Keys of PostgreSQL's advisory locks: arbitrary numbers, the same on every server and different for each purpose. */
export const ADVISORY_LOCKS = {
  /**
   * Lock taken while migrations run. Not 7_205_511, because older versions wait for that lock inside a statement, which blocks `create
   * index concurrently`.
   */
  migration: 7_205_530,
  /** Lock that `fold_day_totals` (migration 0002) takes. */
  dayTotals: 7_205_512,
  rights: 7_205_513,
  kycFlags: 7_205_514,
  slides: 7_205_515,
  emergencyNumbers: 7_205_516,
  demoData: 7_205_517,
  grantDuplicates: 7_205_520,
  sharedViews: 7_205_521,
  appKeys: 7_205_531,
  /** Lock of all revenue heads. Payments take it shared; a change of a revenue head takes it exclusively. */
  revenueHeads: 7_205_535,
  /** Shared by transactions that write encrypted or hashed values; taken exclusively by the steps of a rotation of APP_SECRET. */
  secretRotation: 7_205_532,
  /** Lock that `make_month_partitions` (migration 0031) takes. */
  partitions: 7_205_533,
  /** First key of the lock that `share_access_lock` takes (migration 0025); the second key identifies the admin. */
  access: 7_205_522,
  auditSeals: 7_205_523,
  /** Lock that each transaction of automatic reconciliation matching takes, so that only one instance matches at a time. */
  matching: 7_205_540,
  /** Lock taken while `npm run archive` runs. */
  archive: 7_205_534,
} as const;
