-- Keeps the charges of a fill, which stand in the row of the order that it completed.
CREATE OR REPLACE FUNCTION trading.refuse_fill_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order % was completed by one fill: what that cost does not change', OLD.id USING ERRCODE = '42501';
END $$;
