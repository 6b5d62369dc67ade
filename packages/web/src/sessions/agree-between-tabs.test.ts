import { createClient, createFeedback, createSession, type CloudSession } from '@portico/core'
import { expect, test } from 'vitest'

import { agreeBetweenTabs } from './agree-between-tabs.ts'

const sessionUntil = (expiresOn: string): CloudSession => ({
  expiresOn,
  sessionIdleSecs: 900,
  deactivated: false,
  systemBanner: null,
})

/** Two tabs on one channel, as a browser delivers: to everybody but the sender. */
function twoTabs() {
  const channels: { hear: ((event: { data: unknown }) => void) | undefined }[] = []
  const posted: unknown[] = []
  const tab = () => {
    const clock = { now: () => 0 }
    const http = { cookie: () => undefined, send: () => Promise.reject(new Error('not called')) }
    const session = createSession({ client: createClient({ http, clock }), feedback: createFeedback(clock) })
    const own: (typeof channels)[number] = { hear: undefined }
    channels.push(own)
    agreeBetweenTabs(session, () => ({
      postMessage: (data: unknown) => {
        posted.push(data)
        for (const other of channels) if (other !== own) other.hear?.({ data })
      },
      addEventListener: (_: string, listener: unknown) => {
        own.hear = listener as typeof own.hear
      },
      close: () => undefined,
    }))
    return { session, hear: (data: unknown) => own.hear?.({ data }) }
  }
  return { first: tab(), second: tab(), posted }
}

test('a session renewed in one tab is renewed in the other, without an echo', () => {
  const { first, second, posted } = twoTabs()
  first.session.setState({ session: sessionUntil('2026-01-01T12:00:00Z') })
  expect(second.session.getState().session?.expiresOn).toBe('2026-01-01T12:00:00Z')
  second.session.setState({ session: sessionUntil('2026-01-01T13:00:00Z') })
  expect(first.session.getState().session?.expiresOn).toBe('2026-01-01T13:00:00Z')
  expect(posted).toHaveLength(2)
})

test('the same end read again is not told again', () => {
  const { first, posted } = twoTabs()
  first.session.setState({ session: sessionUntil('2026-01-01T12:00:00Z') })
  first.session.setState({ session: sessionUntil('2026-01-01T12:00:00Z') })
  expect(posted).toHaveLength(1)
})

test('a message that is no session is not believed', () => {
  const { first } = twoTabs()
  for (const message of [null, 'x', {}, { expiresOn: 'x' }]) first.hear(message)
  expect(first.session.getState().session).toBeUndefined()
})
