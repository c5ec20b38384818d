-- Who sits at a session is asked again before what lets somebody in is changed; recovery codes are hashed like passwords. Instants are ms of real time.

-- By what a session was opened: a sign-in of a moment ago is as good as a password typed now, and one by a passkey needs no password at all.
ALTER TABLE accounts.session ADD COLUMN opened_by text NOT NULL DEFAULT 'password' CHECK (opened_by IN ('registration', 'password', 'passkey'));

-- Some 49 random bits are hashed dearly, each with a salt of its own (argon2id, see src/adapters/argon2-passwords.ts); the two letters before them say which
-- of the ten is meant, so that one hash decides. Codes of the form before this one cannot be turned into it: whoever has some sets the factor up anew.
DROP TABLE accounts.recovery_code;
CREATE TABLE accounts.recovery_code (
  member_id text NOT NULL REFERENCES accounts.totp ON DELETE CASCADE,
  selector text NOT NULL CHECK (selector ~ '^[A-Z2-9]{2}$'),
  hash text NOT NULL CHECK (hash LIKE '$argon2id$%'),
  used_at bigint,
  PRIMARY KEY (member_id, selector)
);
