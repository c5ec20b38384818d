-- What a closed market day was made of besides the members' commands: its order log begins with it (modules/market/order-log.ts).
-- JSON, deflated, as bytes that nothing reorders; dropped when the day is no longer handed out.
ALTER TABLE market.day ADD COLUMN head bytea;
ALTER TABLE market.day ALTER COLUMN head SET STORAGE EXTERNAL;
