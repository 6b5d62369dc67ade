const places = [/^\/login\/device$/, /^\/portal(?:\/|$)/, /^\/operations$/]
const lengthMax = 2000

/**
 * A path of our own, with its query, to come back to after signing in; undefined for everything else, another origin
 * above all (security.md "Sessions and browser").
 */
export function readReturnPath(text: string | null | undefined): string | undefined {
  if (typeof text !== 'string' || text.length > lengthMax || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return undefined
  const base = 'http://own.invalid'
  if (!URL.canParse(text, base)) return undefined
  const { origin, pathname, search } = new URL(text, base)
  return origin === base && places.some((place) => place.test(pathname)) ? pathname + search : undefined
}
