import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'

/** A session that has not ended. Apart from contract.ts, which the launcher loads. Times are RFC 3339. */
export const OpenSession = v.object({
  id: v.string(),
  /**
   * A session of a browser, of the command line and its terminal UI, or of an application that has refresh tokens which outlive the
   * session of the browser.
   */
  kind: v.picklist(['browser', 'cli', 'application']),
  /** The name of the application if `kind` is `application`. */
  application: v.nullable(v.string()),
  /** What the program called itself when the session began; null: it said nothing, or the session is older than this list. */
  userAgent: v.nullable(v.string()),
  /** The network address it began from. */
  address: v.nullable(v.string()),
  identityProvider: v.string(),
  environment: v.nullable(v.string()),
  beganAt: v.string(),
  /** To 30 seconds. */
  lastUsedAt: v.string(),
  /** The idle end or the absolute one, whichever comes first. */
  expiresAt: v.string(),
  /** The session that asks. */
  isThis: v.boolean(),
})
export type OpenSession = v.InferOutput<typeof OpenSession>

/** Maximum for one person; the latest used come first. */
export const openSessionsMax = 500
export const userAgentLengthMax = 300

const own = '/portal/sessions'
const ofPerson = '/portal/admin/people/{id}/sessions'
const reply = v.object({ sessions: v.array(OpenSession) })

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'List your own sessions, in browsers and on the command line',
  method: 'GET',
  path: own,
  reply,
})

/** 404 for a session of another person, or one that has ended. */
export const endSession = endpoint({
  name: 'endSession',
  summary: 'End one of your own sessions',
  method: 'DELETE',
  path: `${own}/{id}`,
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'End all of your own sessions except this one',
  method: 'DELETE',
  path: own,
  reply: v.object({ endedSessions: v.number() }),
})

export const listSessionsOfPerson = endpoint({
  name: 'listSessionsOfPerson',
  summary: 'List the sessions of a person',
  method: 'GET',
  path: ofPerson,
  reply,
})

export const endSessionOfPerson = endpoint({
  name: 'endSessionOfPerson',
  summary: 'End one session of a person',
  method: 'DELETE',
  path: `${ofPerson}/{sessionId}`,
})
