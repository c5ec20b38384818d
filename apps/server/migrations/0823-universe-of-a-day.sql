-- The shares and indices with which the newest market day began, packed as JSON (decision 71): a day goes on with them, whatever a release says since.
-- Null for days from before this was kept, and again once the next day has begun: the head of a closed day's order log has them.
ALTER TABLE market.day ADD COLUMN universe bytea;
ALTER TABLE market.day ALTER COLUMN universe SET STORAGE EXTERNAL;
