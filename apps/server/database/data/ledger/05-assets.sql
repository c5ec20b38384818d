-- Money has the first numbers; shares get theirs when an entry first names them.
INSERT INTO ledger.asset (name) VALUES ('INR'), ('USDT');
