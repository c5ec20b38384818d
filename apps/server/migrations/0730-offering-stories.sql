-- What an offering is about, in the languages of its readers: { "en": …, "hi": …, "zh-Hant": …, "zh-Hans": … }.

ALTER TABLE ipo.offering ADD COLUMN stories jsonb;
UPDATE ipo.offering SET stories = jsonb_build_object('en', story) WHERE story IS NOT NULL;
ALTER TABLE ipo.offering DROP COLUMN story;
