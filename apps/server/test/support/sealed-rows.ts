import { systemRandom } from '#src/adapters/system.ts';
import type { Db, Queryable } from '#src/ports/database.ts';
import { seal, unseal, type Vault } from '#src/security/vault.ts';
import { SEALED_TABLES } from '#src/verify/secrets.ts';

const SECRET = Buffer.from('50100012345678');
/** What a row needs besides its secret, by table. */
const ROWS = {
  'accounts.totp': { member_id: 'm', created_at: 0 },
  'wallet.bank_account': {
    id: 'bank1',
    member_id: 'm',
    channel: 'UPI',
    number_hash: Buffer.alloc(32),
    last_four: '5678',
    holder_name: 'A',
    ifsc: 'HDFC0000001',
    bank_name: 'B',
    bank_address: 'C',
    branch_name: 'D',
    company_name: '',
    at: 0,
  },
  'pictures.picture': {
    id: 'Ppicture1',
    member_id: 'm',
    purpose: 'kyc',
    bytes: 14,
    look: Buffer.alloc(256),
    contrast: 1,
    at: 0,
    delete_at: 0,
  },
  'console.second_factor': { staff: 's1' },
} as const;

/** Puts a secret into each table, without the rows that others point to. */
export async function plantSecrets(admin: Db, vault: Vault): Promise<void> {
  await admin.transaction(async (tx) => {
    await tx.query('t.no_checks', 'SET LOCAL session_replication_role = replica');
    for (const { table, belongsTo } of SEALED_TABLES) {
      const row = ROWS[table as keyof typeof ROWS];
      // Its texts are asked for.
      const { keyId, wrappedKey, body } = seal(
        vault,
        systemRandom,
        SECRET,
        belongsTo({ ...row, memberId: 'member_id' in row ? row.member_id : '' } as never),
      );
      const values = { ...row, key_id: keyId, wrapped_key: wrappedKey, body };
      const places = Object.keys(values).map((_, index) => `$${index + 1}`);
      await tx.query(
        `t.plant_${table}`,
        `INSERT INTO ${table} (${Object.keys(values).join(', ')}) VALUES (${places.join(', ')})`,
        Object.values(values),
      );
    }
  });
}

/** The secret of each table, and its bytes as they are kept. Throws when one does not open. */
export async function secretsOf(
  admin: Queryable,
  vault: Vault,
): Promise<ReadonlyMap<string, readonly [string, string]>> {
  const found = new Map<string, readonly [string, string]>();
  for (const { table, id, columns, belongsTo } of SEALED_TABLES) {
    const [row] = await admin.query<Record<string, string> & { keyId: string; wrappedKey: Buffer; body: Buffer }>(
      `t.read_${table}`,
      `SELECT ${[id, ...columns].join(', ')}, key_id, wrapped_key, body FROM ${table}`,
    );
    const { keyId, wrappedKey, body } = row!;
    found.set(table, [unseal(vault, { keyId, wrappedKey, body }, belongsTo(row!)).toString(), body.toString('hex')]);
  }
  return found;
}
