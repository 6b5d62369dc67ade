import { randomBytes } from 'node:crypto'

import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

import type { CheckedPerson } from '../config/checked.ts'
import { type BoundedMap, boundedMap } from '../memory/bounded.ts'

/** That a browser is signed in at a provider; `Extra` is what the provider's protocol keeps with it. */
export type BrowserSession<Extra> = { id: string; person: CheckedPerson; signedInAt: number; extra: Extra }

/** The sessions of one provider, found by a separate cookie below `path`. Times are milliseconds since 1970. */
export function browserSessions<Extra>({ cookie, path, now }: { cookie: string; path: string; now: () => number }) {
  const sessions: BoundedMap<BrowserSession<Extra>> = boundedMap()
  const attributes = `; Path=${path}; HttpOnly; SameSite=Lax`

  return {
    /** The caller's session, if it has not ended. */
    of: (context: Context): BrowserSession<Extra> | undefined => sessions.get(getCookie(context, cookie) ?? ''),
    start(context: Context, person: CheckedPerson, extra: Extra): BrowserSession<Extra> {
      sessions.delete(getCookie(context, cookie) ?? '')
      const session = { id: randomBytes(24).toString('base64url'), person, signedInAt: now(), extra }
      sessions.set(session.id, session)
      context.header('set-cookie', `${cookie}=${session.id}${attributes}`, { append: true })
      return session
    },
    /** Ends a session in any browser; clears the cookie if it is the calling browser. */
    end(context: Context, session: BrowserSession<Extra>): void {
      sessions.delete(session.id)
      if (getCookie(context, cookie) === session.id)
        context.header('set-cookie', `${cookie}=${attributes}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`, { append: true })
    },
    find: sessions.find,
  }
}

export type BrowserSessions<Extra> = ReturnType<typeof browserSessions<Extra>>
