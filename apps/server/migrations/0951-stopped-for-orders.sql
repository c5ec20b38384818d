-- An order that needs no hold, since it closes a position, and a recharge are new movements too. Every request to place or change an order is noted here first.
CREATE TRIGGER stopped BEFORE INSERT ON trading.request FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_while_stopped();
CREATE TRIGGER stopped BEFORE INSERT ON wallet.recharge FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_while_stopped();
