import { expect, it } from 'vitest'

import { createWords } from '../../kit/words/words.ts'
import { messages } from '../../kit/words/compiled/english/of-audit.ts'
import { messages as german } from '../../kit/words/compiled/german/of-audit.ts'
import { messages as arabic } from '../../kit/words/compiled/arabic/of-audit.ts'
import { clientFields } from '../../applications/clients/fields.ts'
import { actionInWords, changesInWords, kindInWords } from './in-words.ts'

const words = createWords('en', messages)

it('an action and a kind are shown in the language of the words; unknown ones stay as they are', () => {
  expect(actionInWords('tenant-role.update', words)).toBe('Custom role changed')
  expect(kindInWords('tenant-role', words)).toBe('Custom role')
  expect(actionInWords('tenant-role.update', createWords('de', german))).toBe('Eigene Rolle geändert')
  expect([actionInWords('planet.move', words), kindInWords('planet', words)]).toEqual(['planet.move', 'planet'])
})

it.each([
  ['en', messages],
  ['de', german],
  ['ar', arabic],
])('fields of registrations and API tokens have a label (%s)', (language, spoken) => {
  const own = createWords(language, spoken)
  const ofTokens = ['owner', 'application', 'environment', 'roles', 'tenantRoles', 'expiresAt']
  const ofClients = ['config', 'clientId', 'client', 'previousSecretUntil', ...clientFields.map(({ name }) => name)]
  for (const name of [...ofTokens, ...ofClients]) {
    const [change] = changesInWords({ before: { [name]: 'one' }, after: { [name]: 'two' } }, own)
    expect(change?.label, name).not.toBe(name)
  }
})

const group = (name: string) => ({ id: name.toLowerCase(), name, claim: name })
const inProvider = (...names: string[]) => ({
  tenantGroups: [{ idp: '1', idpName: 'Main', groups: names.map(group) }],
})

it.each([
  [
    'a renamed role',
    { id: '1', label: 'Night' },
    { id: '1', label: 'Day' },
    [{ label: 'Name', removed: ['Night'], added: ['Day'] }],
  ],
  [
    'a switch',
    { allowProsAccess: false },
    { allowProsAccess: true },
    [{ label: 'Support access', removed: ['No'], added: ['Yes'] }],
  ],
  [
    'a new text',
    { description: '' },
    { description: 'For CI' },
    [{ label: 'Description', removed: [], added: ['For CI'] }],
  ],
  [
    'groups: only those that went or came',
    inProvider('Staff', 'Guests'),
    inProvider('Staff', 'Admins'),
    [{ label: 'Groups', removed: ['Main: Guests'], added: ['Main: Admins'] }],
  ],
  [
    'roles of a service account',
    [{ appId: 'crm', label: 'CRM', urn: 'u', name: 'reader' }],
    [{ appId: 'crm', label: 'CRM', urn: 'u', name: 'writer' }],
    [{ label: 'Value', removed: ['CRM: reader'], added: ['CRM: writer'] }],
  ],
  [
    'an idle time',
    { idletime: '00:30' },
    { idletime: '24:00' },
    [{ label: 'Idle time', removed: ['30 minutes'], added: ['24 hours'] }],
  ],
  [
    'a grace window',
    { graceSecs: 0 },
    { graceSecs: 86_400 },
    [{ label: 'Grace window', removed: ['0 seconds'], added: ['24 hours'] }],
  ],
  ['a calendar day', {}, { expiresOn: '2026-12-01' }, [{ label: 'Expires', removed: [], added: ['Dec 1, 2026'] }]],
  [
    'one setting of a configuration',
    { config: { clientId: 'a', issuer: 'x' } },
    { config: { clientId: 'b', issuer: 'x' } },
    [{ label: 'Configuration: Client ID', removed: ['a'], added: ['b'] }],
  ],
])('%s', (_, before, after, changes) => {
  expect(changesInWords({ before, after }, words)).toEqual(changes)
})

it('a moment is in the time of the reader', () => {
  const at = '2026-12-01T23:30:00.000Z'
  const local = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
  expect(changesInWords({ before: null, after: { until: at } }, words)).toEqual([
    { label: 'Until', removed: [], added: [local] },
  ])
})
