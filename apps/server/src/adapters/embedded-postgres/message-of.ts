/** Why something failed, in words: what a program wrote, before what Node says of it. */
export const errorMessage = (error: unknown): string => {
  if (error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' && error.stderr)
    return error.stderr.trim();
  return error instanceof Error ? error.message : String(error);
};
