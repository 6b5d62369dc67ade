import { randomBytes } from 'node:crypto'

import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { JWTPayload } from 'jose'

import type { ApplicationClient } from '../config/checked.ts'
import { boundedMap } from '../memory/bounded.ts'
import type { Attempt, SignedIn } from './relying-party.ts'

/** A person who is signed in at an application in one browser. */
export type ApplicationSession = SignedIn & { readonly id: string; readonly client: ApplicationClient }

type Begun = Attempt & { readonly browser: string; readonly returnTo: string }

const gone = '; Expires=Thu, 01 Jan 1970 00:00:00 GMT'

/** Sessions of one application, and sign-ins that have begun; both in memory, found by cookies below `path`. */
export function applicationSessions({ cookie, path }: { readonly cookie: string; readonly path: string }) {
  const sessions = boundedMap<ApplicationSession>()
  const begun = boundedMap<Begun>()
  const usedLogoutTokens = boundedMap<true>()
  const attributes = `; Path=${path}; HttpOnly; SameSite=Lax`
  const set = (context: Context, name: string, value: string, more = '') =>
    context.header('set-cookie', `${name}=${value}${attributes}${more}`, { append: true })
  const newId = () => randomBytes(24).toString('base64url')

  return {
    of: (context: Context): ApplicationSession | undefined => sessions.get(getCookie(context, cookie) ?? ''),

    start(context: Context, client: ApplicationClient, signedIn: SignedIn): void {
      sessions.delete(getCookie(context, cookie) ?? '')
      const session = { ...signedIn, id: newId(), client }
      sessions.set(session.id, session)
      set(context, cookie, session.id)
    },

    end(context: Context, { id }: ApplicationSession): void {
      sessions.delete(id)
      set(context, cookie, '', gone)
    },

    /**
     * Ends what a logout token of a client's provider names: one session there, or all sessions of a person. Throws where the
     * token was used before.
     */
    endNamed({ sub, sid, jti = '' }: JWTPayload, client: ApplicationClient): void {
      if (usedLogoutTokens.get(jti) !== undefined) throw new TypeError('The token was used before.')
      usedLogoutTokens.set(jti, true)
      for (const session of sessions.values()) {
        const { claims } = session
        const isNamed = sid === undefined ? claims.sub === sub : claims['sid'] === sid
        if (session.client === client && isNamed) sessions.delete(session.id)
      }
    },

    /** Keeps a sign-in that has begun; only this browser can finish it. */
    begin(context: Context, state: string, attempt: Attempt, returnTo: string): void {
      const browser = newId()
      begun.set(state, { ...attempt, browser, returnTo })
      set(context, `${cookie}_login`, browser)
    },

    /** The sign-in that an answer belongs to; it can be finished once. */
    takeBegun(context: Context, state: string): Begun | undefined {
      const attempt = begun.take(state)
      return attempt?.browser === getCookie(context, `${cookie}_login`) ? attempt : undefined
    },
  }
}
