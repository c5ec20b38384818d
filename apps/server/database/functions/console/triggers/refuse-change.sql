-- Refuses to change or delete rows of tables that are append only.
CREATE OR REPLACE FUNCTION console.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'console.% is append only: no % here', TG_TABLE_NAME, lower(TG_OP) USING ERRCODE = '42501';
END $$;
