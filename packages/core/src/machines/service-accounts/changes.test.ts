import { createHash, generateKeyPairSync } from 'node:crypto'

import { beforeEach, describe, expect, test, vi } from 'vitest'

import { webSha256 } from '../../kit/http/port.ts'
import { changesOf } from './changes.ts'
import { commandOf } from './command.ts'
import type { DependencyRow, ServiceAccount } from './contract.ts'
import { createServiceAccountForm, hasChanges } from './form.ts'
import { readAgainInto } from './read-again.ts'

const pem = (letter: string) => `-----BEGIN PUBLIC KEY-----\n${letter.repeat(64)}\n-----END PUBLIC KEY-----`
const row = (appId: string, name = ''): DependencyRow => ({ appId, name, label: appId, urn: `urn:x:${appId}` })
const account: ServiceAccount = {
  id: 'a1',
  name: 'Nightly',
  urn: 'urn:x:a1',
  key1: pem('A'),
  key1Algorithm: 'RSA',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const held = [row('billing', 'clerk'), row('billing', 'viewer'), row('wiki')]
const at = { environment: 'Staging', id: 'a1' }

let form: ReturnType<typeof createServiceAccountForm>
beforeEach(() => {
  form = createServiceAccountForm({ account, dependencies: held })
})

describe('the differences', () => {
  test('are empty if nothing different would be sent', () => {
    form.setField('name', '  Nightly ')
    form.setRoles('wiki', [])
    expect(changesOf(form.getState())).toEqual([])
  })

  test('name a saved key by its fingerprint, and a typed one without a fingerprint by its last characters', () => {
    form = createServiceAccountForm({ account: { ...account, key1Fingerprint: 'ab12' }, dependencies: held })
    form.setField('key1', pem('B'))
    const [change] = changesOf(form.getState())
    expect([change?.removed, change?.added[0]]).toEqual([['SHA-256 ab12'], expect.stringMatching(/…B+$/)])
    form.discard()
    expect(changesOf(form.getState())).toEqual([])
  })

  test('name what is removed and what is added, without a complete key', () => {
    form.setField('name', 'Hourly')
    form.setField('key1', pem('B'))
    form.removeApplication('wiki')
    form.setRoles('billing', ['clerk', 'approver'])
    expect(changesOf(form.getState())).toEqual([
      { field: 'name', removed: ['Nightly'], added: ['Hourly'] },
      {
        field: 'key1',
        removed: [`PUBLIC KEY (${pem('A').length}) …${'A'.repeat(16)}`],
        added: [`PUBLIC KEY (${pem('B').length}) …${'B'.repeat(16)}`],
      },
      { field: 'dependencies', removed: ['urn:x:billing:viewer', 'urn:x:wiki'], added: ['urn:x:billing:approver'] },
    ])
  })

  test('show no part of a private key', () => {
    form.setField('key2', '-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----')
    expect(JSON.stringify(changesOf(form.getState()))).not.toContain('secret')
  })
})

describe('the command', () => {
  const update = 'portico service-account update a1 --env Staging'
  test.each<[string, () => void, string]>([
    ['a new name, quoted for the shell', () => form.setField('name', "It's -x"), `${update} --name 'It'\\''s -x'`],
    ['a name that looks like a flag', () => form.setField('name', '-x'), `${update} --name=-x`],
    ['a new key, as a file to name', () => form.setField('key2', pem('B')), `${update} --key2 @FILE2`],
    ['a key that goes', () => form.setField('key1', ' '), `${update} --key1 ''`],
    [
      'an application that goes with all its roles',
      () => form.removeApplication('billing'),
      `${update} --remove-app urn:x:billing`,
    ],
    ['one role that goes', () => form.setRoles('billing', ['clerk']), `${update} --remove-app urn:x:billing:viewer`],
    ['a role in place of none', () => form.setRoles('wiki', ['reader']), `${update} --add-app urn:x:wiki:reader`],
    [
      'no role in place of some',
      () => form.setRoles('billing', []),
      `${update} --remove-app urn:x:billing:clerk --remove-app urn:x:billing:viewer --add-app urn:x:billing`,
    ],
  ])('%s', (_, change, command) => {
    change()
    expect(commandOf(form.getState(), at)).toBe(command)
  })

  test('creates an account that does not exist yet', () => {
    const fresh = createServiceAccountForm()
    fresh.setField('name', 'New one')
    fresh.setField('key1', pem('A'))
    fresh.addApplication({ id: 'wiki', label: 'Wiki', urn: 'urn:x:wiki' })
    expect(commandOf(fresh.getState(), { environment: 'A B', id: undefined })).toBe(
      "portico service-account create --env 'A B' --name 'New one' --key1 @FILE1 --app urn:x:wiki",
    )
  })
})

describe('reading again', () => {
  const newer = {
    account: { ...account, name: 'Theirs', key2: pem('C'), key2Algorithm: 'RSA' },
    dependencies: [row('billing', 'clerk'), row('ledger')],
    etag: '"2"',
  }

  test('shows the newer version of fields that were not edited', () => {
    readAgainInto(form, newer)
    expect(hasChanges(form.getState())).toBe(false)
    expect(form.getState().values).toMatchObject({ name: 'Theirs', key2: pem('C') })
  })

  test('keeps edited fields, and takes the newer version of the others', () => {
    form.setField('name', 'Mine')
    form.setRoles('wiki', ['reader'])
    form.removeApplication('billing')
    readAgainInto(form, newer)
    const { values, dependencies, fetched } = form.getState()
    expect(values).toMatchObject({ name: 'Mine', key1: pem('A'), key2: pem('C') })
    expect(dependencies).toEqual([row('ledger'), row('wiki', 'reader')])
    expect(fetched.values.name).toBe('Theirs')
  })
})

describe('a key that was typed', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const spki = String(publicKey.export({ type: 'spki', format: 'pem' }))
  const fingerprint = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')

  test('is identified by the SHA-256 of its SubjectPublicKeyInfo before it is saved', async () => {
    const typed = createServiceAccountForm({ account, dependencies: held }, webSha256(globalThis.crypto))
    typed.setField('key2', `\n${spki}  `)
    await vi.waitFor(() => expect(typed.getState().fingerprints).toMatchObject({ [spki.trim()]: fingerprint }))
    expect(changesOf(typed.getState())).toEqual([{ field: 'key2', removed: [], added: [`SHA-256 ${fingerprint}`] }])
  })

  test.each([
    ['a key that is not whole', spki.slice(0, -40)],
    ['a private key', spki.replaceAll('PUBLIC', 'PRIVATE')],
    ['any other text', 'ssh-rsa AAAA'],
  ])('%s has no fingerprint, and nothing is counted for it', (_, text) => {
    const counted: unknown[] = []
    const typed = createServiceAccountForm(undefined, (bytes) => {
      counted.push(bytes)
      return Promise.resolve('')
    })
    typed.setField('key1', text)
    expect(counted).toEqual([])
  })
})
