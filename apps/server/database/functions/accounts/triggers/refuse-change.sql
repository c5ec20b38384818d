-- Refuses to change or delete a row that stays as it was written: a line of the access log, a ballot.
CREATE OR REPLACE FUNCTION accounts.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was done about an account stays written';
END $$;
