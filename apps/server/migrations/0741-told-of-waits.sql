-- Whose withdrawals waited after a reset is told when they open again: those few are found without reading all members.
CREATE INDEX member_waited ON accounts.member (withdrawals_from) WHERE withdrawals_from > 0;
