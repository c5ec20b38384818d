-- A market order that an opening auction left goes on as a limit order at the auction's price. Its journalled command stays what it was, so the day can be
-- played again; this says what it is now.
ALTER TABLE trading."order" ADD COLUMN became_limit boolean NOT NULL DEFAULT false, ADD CHECK (NOT became_limit OR type = 'market');
