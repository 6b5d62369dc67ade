import { describe, expect, it } from 'vitest'

import { heldServer } from '../../testing/held-server.ts'
import { messages as german } from '../../kit/words/compiled/german/of-scim.ts'
import { messages } from '../../kit/words/compiled/english/of-scim.ts'
import { createWords } from '../../kit/words/words.ts'
import type { ScimRequest } from './contract.ts'
import { scimDriftLead } from './drift-in-words.ts'
import { scimChangeInWords } from './in-words.ts'
import { leadingChanges } from './noun.ts'
import { scimInboxOf } from './store.ts'

const scim = '/portal/admin/idps/p1/scim'
const drift = {
  goneGroups: [],
  goneGroupCount: 0,
  unknownMembers: [],
  unknownMemberCount: 0,
  foreignUsernames: [],
  foreignUsernameCount: 0,
  unseenCount: 3,
  hasSent: true,
}
const requestOf = (id: string): ScimRequest => ({
  id,
  at: '2026-01-01T00:00:00Z',
  method: 'GET',
  path: '/Users',
  status: 200,
  tookMs: 2,
  dialect: 'okta',
  dryRun: false,
  tokenName: 'Entra',
  beginning: 'scim_AbCd',
  changes: [],
  detail: null,
  requestID: 'r1',
  ignored: [],
  query: null,
  body: null,
})

describe('the Inbox of a provider', () => {
  it('is read with its activity and drift', async () => {
    const { core, waiting, answer } = heldServer()
    const inbox = scimInboxOf(core, 'p1')
    const fetched = inbox.fetch()
    expect(waiting()).toEqual([`GET ${scim}/activity`, `GET ${scim}/drift`])
    const hours = [{ at: '2026-01-01T00:00:00.000Z', requests: 1, changed: 0, failed: 0 }]
    answer(200, { ...drift, hours })
    await fetched
    expect(inbox.getState()).toMatchObject({ status: 'ready', hours, drift })
  })

  it('shows the request that was opened last, and none that was closed meanwhile', async () => {
    const { core, answer } = heldServer()
    const inbox = scimInboxOf(core, 'p1')
    const first = inbox.open('one')
    const second = inbox.open('two')
    answer(200, requestOf('two'))
    expect([await first, await second]).toEqual([false, true])
    expect(inbox.getState().request?.id).toBe('two')
    inbox.close()
    expect(inbox.getState().request).toBeUndefined()
    const third = inbox.open('three')
    inbox.close()
    answer(200, requestOf('three'))
    await third
    expect(inbox.getState()).toMatchObject({ request: undefined, isReading: false })
  })
})

it('before anything was sent, directory and tenant do not agree yet', () => {
  const words = createWords('en', messages)
  expect(scimDriftLead({ ...drift, unseenCount: 0, hasSent: false }, words)).toContain('not sent any people or groups')
  expect(scimDriftLead({ ...drift, unseenCount: 0 }, words)).toBe('The directory and this tenant agree.')
  expect(scimDriftLead(drift, words)).toContain('differ')
})

describe('a change in words', () => {
  const change = { action: 'scim-group.update', target: { kind: 'scim-group', name: 'Guides' }, attributes: [] }
  const words = createWords('en', messages)

  it('says what was done to whom, and how much', () => {
    expect(scimChangeInWords({ ...change, added: 1, removed: 12 }, words)).toBe(
      'The group Guides was changed (1 member added; 12 members removed)',
    )
    const user = { ...change, action: 'scim-user.update', attributes: ['title', 'emails'], added: 0, removed: 0 }
    expect(scimChangeInWords(user, words)).toBe('Guides was changed (title, emails)')
    expect(scimChangeInWords({ ...change, added: 1, removed: 0 }, createWords('de', german))).toBe(
      'Die Gruppe Guides wurde geändert (1 Mitglied hinzugefügt)',
    )
  })

  it('that deactivates a person says so first, and not also that the attribute changed', () => {
    const nothing = { attributes: [], added: 0, removed: 0 }
    const person = { action: 'person.deactivate', target: { kind: 'user', name: 'Chidi' }, ...nothing }
    const user = (verb: string, ...attributes: readonly string[]) => ({
      ...nothing,
      action: `scim-user.${verb}`,
      target: { kind: 'scim-user', name: 'chidi@acme.example' },
      attributes: [...attributes],
    })
    const told = (...changes: Parameters<typeof leadingChanges>[0]) =>
      leadingChanges(changes).map((one) => scimChangeInWords(one, words))
    expect(told(user('update', 'active'), person)).toEqual(['Chidi was deactivated'])
    expect(told(user('update', 'active', 'title'), { ...person, action: 'person.reactivate' })).toEqual([
      'Chidi was reactivated',
      'chidi@acme.example was changed (active, title)',
    ])
    expect(told(person, user('delete'))).toEqual(['chidi@acme.example was deleted', 'Chidi was deactivated'])
    // Such as of a person whom an administrator had deactivated.
    expect(told(user('update', 'active'))).toEqual(['chidi@acme.example was changed (active)'])
  })

  it('leaves an action that this version does not know as it is', () => {
    const later = { action: 'scim-role.grant', target: { kind: 'scim-role', id: 'r1' }, attributes: [] }
    expect(scimChangeInWords({ ...later, added: 0, removed: 0 }, words)).toBe('scim-role.grant r1')
  })
})
