/**
 * Where the API is: at the page's own origin, unless the server says another in the page
 * (`<meta name="api">`: the origin, and the registrable domain that it shares with the page). A page that
 * stands under a stranger's name keeps to its own origin, whatever the page says.
 */
export function baseAddress(page: Pick<Location, 'origin' | 'hostname'>, content = ''): string {
  const [api = '', site = ''] = content.split(' ');
  const isOfSite = ({ hostname }: { readonly hostname: string }) => `.${hostname}`.endsWith(`.${site}`);
  return site && URL.canParse(api) && isOfSite(page) && isOfSite(new URL(api)) ? api : page.origin;
}
