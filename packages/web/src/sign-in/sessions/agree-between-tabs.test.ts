import { createClient, createFeedback, createLauncher, createSession, type CloudSession } from '@portico/core'
import { expect, test } from 'vitest'

import { agreeBetweenTabs } from './agree-between-tabs.ts'

const sessionUntil = (expiresOn: string): CloudSession => ({
  expiresOn,
  sessionIdleSecs: 900,
  deactivated: false,
  systemBanner: null,
})

/** Two tabs on one channel; as in a browser, messages do not reach the sender. */
function twoTabs() {
  const channels: { hear: ((event: { data: unknown }) => void) | undefined }[] = []
  const posted: unknown[] = []
  const asked: string[] = []
  /** The environment that the server reports as selected. */
  const open = { environmentId: 'env-1' }
  const tab = () => {
    const clock = { now: () => 0 }
    const http = {
      cookie: () => undefined,
      send: ({ path }: { path: string }) => {
        asked.push(path)
        const text = JSON.stringify({ tenant: { id: 't', environment: { id: open.environmentId } } })
        return Promise.resolve({
          status: 200,
          statusText: '',
          header: () => undefined,
          text: () => Promise.resolve(text),
        })
      },
    }
    const parts = { client: createClient({ http, clock }), feedback: createFeedback(clock) }
    const [session, launcher] = [createSession(parts), createLauncher(parts)]
    let left = 0
    const opened = (environmentId: string) =>
      launcher.setState({
        user: { nickname: '', name: '', tenantName: '', environmentName: environmentId.toUpperCase(), routes: [] },
        userData: { tenantId: 't', environmentId },
      })
    const own: (typeof channels)[number] = { hear: undefined }
    channels.push(own)
    const openChannel = () => ({
      postMessage: (data: unknown) => {
        posted.push(data)
        for (const other of channels) if (other !== own) other.hear?.({ data })
      },
      addEventListener: (_: string, listener: unknown) => {
        own.hear = listener as typeof own.hear
      },
      close: () => undefined,
    })
    agreeBetweenTabs({ session, launcher, open: openChannel, onSignedOut: () => (left += 1) })
    return { session, launcher, opened, left: () => left, hear: (data: unknown) => own.hear?.({ data }) }
  }
  return { first: tab(), second: tab(), posted, asked, open }
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

test('an invalid message is ignored', () => {
  const { first } = twoTabs()
  const session = { expiresOn: 'x', sessionIdleSecs: 1 }
  for (const message of [null, 'x', {}, session, { kind: 'session' }, { kind: 'session', session: {} }, { kind: 'x' }])
    first.hear(message)
  expect([first.session.getState().session, first.left()]).toEqual([undefined, 0])
})

test('logging out in one tab empties the other, and not itself', () => {
  const { first, second } = twoTabs()
  first.session.setState({ isSigningOut: true })
  expect([first.left(), second.left()]).toEqual([0, 1])
})

test('an environment opened in one tab is announced in the other, unless it has it open itself', async () => {
  const { first, second, asked, open } = twoTabs()
  second.opened('env-1')
  first.opened('env-1')
  expect(asked).toEqual([])
  open.environmentId = 'env-2'
  first.opened('env-2')
  await expect.poll(() => second.launcher.getState().movedTo).toBe('ENV-2')
  expect(first.launcher.getState().movedTo).toBeUndefined()
})

test('news of an environment that the server does not confirm announces nothing', async () => {
  const { first, asked } = twoTabs()
  first.opened('env-1')
  await first.launcher.hearOfEnvironment({ id: 'env-2', name: 'Two' })
  expect([first.launcher.getState().movedTo, asked.length]).toEqual([undefined, 1])
})
