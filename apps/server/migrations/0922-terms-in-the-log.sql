-- runs as khara_ledger
INSERT INTO ledger.record_type (type, what) VALUES ('offering.terms', 'the terms of an offering, as it was planned, priced and opened');
