import type { CloudSession, HttpRequest, PrincipalInfo } from '@portico/core'
import { describe, expect, it } from 'vitest'

import { openAppUnderTest } from '../../../app/tui/testing/app-under-test.ts'

const begin = Date.parse('2026-11-21T12:00:00Z')

const ada: PrincipalInfo = {
  kind: 'user',
  id: 'ada',
  username: 'ada@acme.example',
  name: 'Ada',
  email: null,
  tenant: { id: 'acme', name: 'Acme' },
  environment: null,
  identityProvider: null,
  groups: [],
  portalRoles: ['security-admin'],
}

/** An app whose server has only the routes of the session and its person; the test sets the time. */
function open(options: { lifeSeconds: number; renews?: boolean; quietly?: () => Promise<boolean> }) {
  let now = begin
  let end = begin + options.lifeSeconds * 1000
  let signIns = 0
  let restarts = 0
  let person = ada
  const requests: HttpRequest[] = []
  const { core, clock, layers } = openAppUnderTest({
    now: () => now,
    restart: () => void (restarts += 1),
    ...(options.quietly === undefined ? {} : { renewQuietly: options.quietly }),
    signInAgain: () => {
      signIns += 1
      end = now + options.lifeSeconds * 1000
      return Promise.resolve({ ok: true })
    },
    http: {
      cookie: () => undefined,
      send: (request) => {
        requests.push(request)
        const isPerson = request.path.includes('/principalinfo')
        if (request.method === 'PUT' && options.renews !== false) end = now + options.lifeSeconds * 1000
        const session: CloudSession = {
          expiresOn: new Date(end).toISOString(),
          sessionIdleSecs: options.lifeSeconds,
          deactivated: false,
          systemBanner: null,
        }
        return Promise.resolve({
          status: now >= end ? 401 : 200,
          statusText: '',
          header: () => undefined,
          text: () =>
            Promise.resolve(JSON.stringify(isPerson ? person : { ...session, serviceAccounts: [], readonly: false })),
        })
      },
    },
  })
  core.launcher.setState({ principal: ada })
  return {
    core,
    restarts: () => restarts,
    becomes: (change: Partial<PrincipalInfo>) => (person = { ...ada, ...change }),
    clock,
    requests,
    dialog: () => layers.dialog()?.title,
    signIns: () => signIns,
    at: async (seconds: number) => {
      now = begin + seconds * 1000
      await clock.tick()
    },
    extend: (seconds: number) => (end = begin + seconds * 1000),
  }
}

const endingTitle = 'Are you still there?'
const endedTitle = 'Your session has ended'

describe('the session dialog', () => {
  it('asks a minute before the end, and not before', async () => {
    const { core, at, dialog } = open({ lifeSeconds: 900 })
    await core.session.fetch()
    await at(839)
    expect(dialog()).toBeUndefined()
    await at(841)
    expect(dialog()).toBe(endingTitle)
  })

  it('does not ask where other calls have moved the end meanwhile', async () => {
    const { core, at, dialog, extend, clock } = open({ lifeSeconds: 900 })
    await core.session.fetch()
    extend(1500)
    await at(850)
    expect(dialog()).toBeUndefined()
    expect(clock.getState().msLeft).toBe(650_000)
  })

  it('continue renews the session', async () => {
    const { core, at, dialog, clock, requests, signIns } = open({ lifeSeconds: 900 })
    await core.session.fetch()
    await at(850)
    await clock.goOn()
    expect(requests.at(-1)?.method).toBe('PUT')
    expect(signIns()).toBe(0)
    expect(dialog()).toBeUndefined()
  })

  it('continue signs in again where a token cannot be renewed', async () => {
    const { core, at, dialog, clock, signIns } = open({ lifeSeconds: 900, renews: false })
    await core.session.fetch()
    await at(850)
    await clock.goOn()
    expect(signIns()).toBe(1)
    expect(dialog()).toBeUndefined()
  })

  it('is put aside until the end, and then is there again', async () => {
    const { core, at, dialog, clock } = open({ lifeSeconds: 900 })
    await core.session.fetch()
    await at(850)
    clock.dismiss()
    expect(dialog()).toBeUndefined()
    await at(901)
    expect(dialog()).toBe(endedTitle)
    await clock.signIn()
    expect(dialog()).toBeUndefined()
  })

  it.each([
    ['the same person goes on', {}, 0],
    ['another person begins again', { id: 'chidi' }, 1],
    ['the same person in another tenant begins again', { tenant: { id: 'globex', name: 'Globex' } }, 1],
  ])('%s after the sign-in', async (_, change, restarts) => {
    const opened = open({ lifeSeconds: 900 })
    await opened.core.session.fetch()
    opened.becomes(change)
    await opened.at(901)
    await opened.clock.signIn()
    expect([opened.signIns(), opened.restarts()]).toEqual([1, restarts])
  })

  it('the person is not asked if the session renews itself', async () => {
    let renewals = 0
    const opened = open({ lifeSeconds: 900, quietly: () => Promise.resolve((renewals += 1) > 0) })
    await opened.core.session.fetch()
    opened.extend(1800)
    await opened.at(850)
    expect(renewals).toBe(1)
    expect(opened.dialog()).toBeUndefined()
  })
})
