import { matchRoute } from '../navigation/routes.ts'

const lengthMax = 2000

/**
 * The portal screen that needs a session, with its query, to return to after signing in; undefined for everything else, in
 * particular for another origin (security.md "Sessions and browser").
 */
export function readReturnPath(text: string | null | undefined): string | undefined {
  if (typeof text !== 'string' || text.length > lengthMax || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return undefined
  const base = 'http://own.invalid'
  if (!URL.canParse(text, base)) return undefined
  const { origin, pathname, search } = new URL(text, base)
  const route = origin === base ? matchRoute(pathname) : undefined
  const needsSession = pathname.startsWith('/portal') || route?.layout === 'portal' || route?.id === 'cliSignIn'
  return route !== undefined && needsSession ? pathname + search : undefined
}
