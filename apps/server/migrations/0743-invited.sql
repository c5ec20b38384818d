-- Who registered with a member's code is found without reading all members.
CREATE INDEX member_invited_by ON accounts.member (invited_by, number DESC) WHERE invited_by IS NOT NULL;
