-- What waits for people, in one row.
CREATE VIEW console.waiting AS
  SELECT (SELECT count(*) FROM console.withdrawal_line) AS withdrawals,
         (SELECT min(at) FROM console.withdrawal_line) AS oldest_withdrawal,
         (SELECT count(*) FROM console.identity_line) AS identities,
         (SELECT count(*) FROM console.appeal_line) AS appeals,
         (SELECT count(*) FROM support.message WHERE sender = 'member' AND read_at IS NULL) AS unread,
         (SELECT count(*) FROM ledger.unsealed) AS unsealed,
         (SELECT count(*) FROM pgboss.job WHERE state = 'failed') AS jobs_failed;
