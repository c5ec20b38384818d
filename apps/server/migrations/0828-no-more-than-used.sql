-- What a role of the server may do to a table is what the server does with it, and no more: what was written once stays for the server too, what is never
-- deleted cannot be, and the role of the queue of jobs, on whose connection the daily checks run besides, writes nothing but the queue.

ALTER DEFAULT PRIVILEGES FOR ROLE khara_owner REVOKE INSERT, UPDATE, DELETE ON TABLES FROM khara_job;
ALTER DEFAULT PRIVILEGES FOR ROLE khara_owner REVOKE USAGE ON SEQUENCES FROM khara_job;
ALTER DEFAULT PRIVILEGES FOR ROLE khara_owner REVOKE DELETE ON TABLES FROM khara_app;

DO $$
DECLARE
  t record;
  -- Sessions, counters and what belongs to a device come and go; a member takes lists, alerts and passkeys away; pages of news, trades and snapshots of long ago are dropped.
  v_deleted constant text[] := ARRAY['accounts.device', 'accounts.passkey', 'accounts.passkey_challenge', 'accounts.session', 'accounts.totp', 'accounts.tries',
    'console.session', 'content.article', 'credit.signal', 'market.alert', 'market.snapshot', 'market.trades', 'market.watch', 'market.watch_answer',
    'market.watchlist', 'trading.command'];
  v_written_once constant text[] := ARRAY['accounts.access', 'content.ballot', 'content.vote', 'content.vote_option', 'content.vote_text', 'market.ex_date', 'market.trades',
    'trading.entitlement', 'trading.fill', 'trading.lot_sale', 'trading.order_event', 'trading.square_off',
    'wallet.conversion', 'wallet.decision', 'wallet.payout_report', 'wallet.rail_report'];
BEGIN
  FOR t IN
    SELECT c.oid::regclass AS name, n.nspname || '.' || c.relname AS plain
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v') AND c.relowner = 'khara_owner'::regrole AND n.nspname <> 'pgboss'
  LOOP
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %s FROM khara_job', t.name);
    IF t.plain <> ALL (v_deleted) THEN
      EXECUTE format('REVOKE DELETE ON %s FROM khara_app', t.name);
    END IF;
    IF t.plain = ANY (v_written_once) THEN
      EXECUTE format('REVOKE UPDATE ON %s FROM khara_app', t.name);
    END IF;
  END LOOP;
END $$;

-- Functions that act with their owner's rights.
REVOKE EXECUTE ON FUNCTION accounts.erase, credit.add_event, credit.cure, credit.decide_appeal, credit.submit_appeal FROM khara_job;
