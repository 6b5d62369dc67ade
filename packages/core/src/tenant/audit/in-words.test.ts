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
    'one setting of a configuration',
    { config: { clientId: 'a', issuer: 'x' } },
    { config: { clientId: 'b', issuer: 'x' } },
    [{ label: 'Configuration: Client ID', removed: ['a'], added: ['b'] }],
  ],
])('%s', (_, before, after, changes) => {
  expect(changesInWords({ before, after }, words)).toEqual(changes)
})
