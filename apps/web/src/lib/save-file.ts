/** Hands the reader a file, as a download. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replaceAll(/[:/\\]/g, '-');
  document.body.append(link);
  link.click();
  link.remove();
  // The download has begun by then; a browser that was asked for its place still holds on to it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
