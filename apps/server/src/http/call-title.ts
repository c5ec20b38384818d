/** What a call does, for the reference: its first sentence is the title, what follows stands below it. */
export function splitTitle(text: string): { readonly summary: string; readonly description?: string } {
  const end = text.indexOf('. ');
  if (end < 0) return { summary: text.replace(/\.$/, '') };
  return { summary: text.slice(0, end), description: text.slice(end + 2) };
}
