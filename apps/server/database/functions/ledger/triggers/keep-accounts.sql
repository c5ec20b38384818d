-- An account stays what it is: owner, asset, code and rules never change. The trigger fires per statement that names
-- one of these columns. A trigger per row would lock each account that an entry changes before it was asked.
CREATE OR REPLACE FUNCTION ledger.keep_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an account stays what it is' USING ERRCODE = '42501';
END $$;
