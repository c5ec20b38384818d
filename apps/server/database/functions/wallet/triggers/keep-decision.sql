-- A decision of two people stays as it was made.
CREATE OR REPLACE FUNCTION wallet.keep_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a decision stays' USING ERRCODE = '42501';
END $$;
