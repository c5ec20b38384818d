-- A share is suspended from a market day on, and until one: a day that runs goes on with what it began with, whatever the universe says since (decision 61).
-- Null for days from before: theirs are the universe's.
ALTER TABLE market.day ADD COLUMN suspended text[];
