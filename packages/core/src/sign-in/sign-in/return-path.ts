import { matchRoute } from '../../kit/navigation/routes.ts'

const lengthMax = 2000

/** Not screens: applications ask there who signed in, and their requests are long. The id of the command line has another form. */
const authorizationPath = '/oauth2/authorize'
const registeredClient = /[?&]client_id=[0-9a-f-]{36}(?:&|$)/i
const samlPath = /^\/api\/saml\/[\da-f-]{36}\/(continue|launch\/[\da-f-]{36})$/
const authorizationLengthMax = 6000

/**
 * The portal screen that needs a session, with its query, or the request of an application, to return to after signing in;
 * undefined for everything else, in particular for another origin.
 */
export function readReturnPath(text: string | null | undefined): string | undefined {
  if (typeof text !== 'string' || text.length > authorizationLengthMax || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text))
    return undefined
  const base = 'http://own.invalid'
  if (!URL.canParse(text, base)) return undefined
  const { origin, pathname, search } = new URL(text, base)
  const isRequest = pathname === authorizationPath ? registeredClient.test(search) : samlPath.test(pathname)
  if (origin === base && isRequest) return pathname + search
  if (text.length > lengthMax) return undefined
  const route = origin === base ? matchRoute(pathname) : undefined
  const needsSession = pathname.startsWith('/portal') || route?.layout === 'portal' || route?.id === 'cliSignIn'
  return route !== undefined && needsSession ? pathname + search : undefined
}
