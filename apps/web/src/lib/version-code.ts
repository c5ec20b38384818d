/** The number of a version: major · 100 + minor · 10 + patch, so 1.1.0 is 110. */
export function versionCode(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/).map(Number);
  return major * 100 + minor * 10 + patch;
}
