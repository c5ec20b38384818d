-- What was written stays: tables of the ledger that are append only refuse every change, by their owner too.
CREATE OR REPLACE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger.% is append only: no % here', TG_TABLE_NAME, lower(TG_OP) USING ERRCODE = '42501';
END $$;
