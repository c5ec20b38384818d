import { readFileSync } from 'node:fs';
import { unhex } from '@khara/proof';
import {
  checkDrawNotes,
  checkDrawRecords,
  DRAW_RECORDS,
  readDrawProof,
  verifyDraw,
  type DrawRecords,
  type PublishedProof,
} from '@khara/lottery';
import { z } from 'zod';
import { errorMessage, readArguments, refuseArguments } from './lib/command.ts';

const usage = 'npm run verify-draw -- PROOF.json [KEY]';
const { positionals } = readArguments({
  usage,
  does: `Runs a draw again. PROOF.json is the download of the draw's page, or the whole answer of
newStockProof. KEY is that of the log, 64 hexadecimal digits, as the certificate page shows it;
without it the command uses the key that the file names, and prints it to be compared. Says of each
step whether it holds. Exit code 1 when one does not, or when the file does not show that seed and
list were fixed beforehand.`,
  takes: { least: 1, most: 2 },
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const logRecord = z
  .object({
    uid: z.string(),
    type: z.string(),
    at: z.int(),
    salt: z.string(),
    json: z.string(),
    leaf: hash,
    index: z.int(),
    size: z.int(),
    path: z.array(hash),
    note: z.string(),
  })
  .nullish()
  .transform((record) => record ?? null);

const proofFile = z.object({
  version: z.enum(['khara/draw/1', 'khara/prorata/1']),
  open: z.object({
    offeringId: z.string(),
    shares: z.int().positive(),
    sharesPerLot: z.int().positive(),
    minLots: z.int().positive(),
    maxLots: z.int().positive(),
    closesAt: z.int(),
    entropy: z.object({ kind: z.enum(['none', 'witness', 'drand']), chain: z.string(), round: z.int() }),
    seedHash: hash,
  }),
  openHash: hash,
  seed: hash,
  entropyValue: hash,
  drandSignature: z
    .string()
    .regex(/^([0-9a-f]{2})*$/)
    .nullish(),
  applications: z.array(z.object({ applicationId: z.string(), lots: z.int(), who: hash })),
  listRoot: hash,
  mode: z.string(),
  allotted: z.record(z.string(), z.int()),
  openProof: logRecord,
  closeProof: logRecord,
  resultProof: logRecord,
  log: z.object({ publicKey: hash }).optional(),
});

const STEP_TEXTS = {
  seed_matches_commitment: 'the seed is the one committed to before the first application',
  terms_match_commitment: 'the terms are those committed to before the first application',
  entropy_is_of_its_round: 'the entropy is of the round fixed at the opening',
  applications_are_valid: 'every application is within the limits, and none is there twice',
  list_matches_root: 'the list is the one frozen at the close',
  mode_follows: 'the way of allotment follows from the list',
  allotment_follows: 'the allotment follows from list, seed and entropy',
} as const;

const RECORD_TEXTS = {
  openProof: 'what was promised at the opening is in the log, and says the same',
  closeProof: 'the frozen list and the seed were in the log before the entropy was out, and say the same',
  resultProof: 'the result is in the log, and says the same',
} as const;

const VERDICTS = { holds: 'holds ', fails: 'FAILS ', absent: 'absent' } as const;

function main([path, key]: readonly string[]): number {
  if (path === undefined || (key !== undefined && !hash.safeParse(key).success))
    refuseArguments(usage, 'The key of the log has 64 hexadecimal digits');
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(`${path} cannot be read: ${errorMessage(error)}`);
    return 1;
  }
  // The whole answer of the call has the proof in `data`.
  const inside = z.object({ data: z.unknown() }).safeParse(read);
  const parsed = proofFile.safeParse(inside.success ? inside.data.data : read);
  if (!parsed.success) {
    for (const { path: at, message } of parsed.error.issues) console.error(`${at.join('.')}: ${message}`);
    console.error('This is no proof of a finished draw.');
    return 1;
  }
  const { drandSignature, log, ...rest } = parsed.data;
  const proof: PublishedProof & DrawRecords = { ...rest, drandSignature: drandSignature ?? null };
  const { holds: isDrawn, steps } = verifyDraw(readDrawProof(proof));
  const records = checkDrawRecords(proof);
  const publicKey = key ?? log?.publicKey;
  const signed = checkDrawNotes(proof, publicKey === undefined ? undefined : unhex(publicKey));
  const verdicts = new Set([signed, ...DRAW_RECORDS.map((name) => records[name])]);
  for (const [step, text] of Object.entries(STEP_TEXTS)) {
    console.log(`${steps[step as keyof typeof STEP_TEXTS] ? 'holds ' : 'FAILS '} ${text}`); // the keys are its own
  }
  for (const name of DRAW_RECORDS) console.log(`${VERDICTS[records[name]]} ${RECORD_TEXTS[name]}`);
  const whose = key === undefined ? 'compare it with the certificate page' : 'the one you gave';
  console.log(
    `${VERDICTS[signed]} the log is signed with the key ${publicKey ?? 'that the file should name'} (${whose})`,
  );
  const winners = Object.values(proof.allotted ?? {}).filter((shares) => shares > 0).length;
  console.log(
    `${proof.open.offeringId}: ${proof.applications.length} applications, ${winners} with shares, ${proof.mode}, entropy ${proof.open.entropy.kind}`,
  );
  if (!isDrawn || verdicts.has('fails')) {
    console.log('The draw does NOT hold.');
    return 1;
  }
  if (verdicts.has('absent')) {
    console.log(
      'The draw follows from its seed and list, but that they were fixed beforehand is NOT shown: parts of the log are missing.',
    );
    console.log('They follow within seconds of a draw; download the proof again.');
    return 1;
  }
  console.log('The draw holds.');
  return 0;
}

process.exitCode = main(positionals);
