-- What people did before their sums were kept (lib/server/audit.ts keeps them from here on).
INSERT INTO user_activities (user_id, name, actions, sign_ins, refused, first_at, last_at, last_action)
SELECT admin_id, (array_agg(coalesce(admin_name, '') ORDER BY id DESC))[1],
  count(*) FILTER (WHERE outcome = 'done'),
  count(*) FILTER (WHERE outcome = 'done' AND action = 'auth.verifySignIn'),
  count(*) FILTER (WHERE outcome = 'refused'),
  min(at), (array_agg(at ORDER BY id DESC))[1], (array_agg(action ORDER BY id DESC))[1]
FROM audit_trails WHERE admin_id IS NOT NULL GROUP BY admin_id;
