import { generateKeyPairSync } from 'node:crypto'

import { expect } from 'vitest'

import type { AdminApi } from '../support/admin-api.ts'
import { clearLine, enter, escape } from './in-the-terminal.ts'
import { describeEditing } from './scenarios.ts'
import type { Made } from './subject.ts'

type Account = { id: string; name: string; key1: string; key2?: string | null }

const keys = { ours: newKey(), theirs: newKey() }
let environmentId: string | undefined

function newKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString()
    .trim()
}

async function accountsPath(api: AdminApi): Promise<string> {
  environmentId ??= (
    await api.call<{ environments: { id: string; name: string }[] }>('GET', '/portal/admin/environments')
  ).environments.find(({ name }) => name === 'Staging')?.id
  return `/portal/admin/environments/${environmentId}/service-accounts`
}
const read = async (api: AdminApi, { id }: Made) => api.call<Account>('GET', `${await accountsPath(api)}/${id}`)

describeEditing({
  noun: 'a service account',
  text: (serial) => `Renamed ${serial}`,
  async make(api, name) {
    const body = { name, key1: keys.ours, key1Algorithm: 'RSA' }
    return { name, id: (await api.call<Account>('POST', await accountsPath(api), body)).id }
  },
  async read(api, made) {
    const { name, key2 } = await read(api, made)
    return { typed: name, other: key2 ? 'theirs' : 'ours' }
  },
  async changeOther(api, made) {
    const { name, key1 } = await read(api, made)
    const body = { name, key1, key1Algorithm: 'RSA', key2: keys.theirs, key2Algorithm: 'RSA' }
    await api.call('PUT', `${await accountsPath(api)}/${made.id}`, body)
  },
  theirs: () => 'theirs',
  async remove(api, { id }) {
    await api.call('DELETE', `${await accountsPath(api)}/${id}`)
  },
  async withText(api, text) {
    const { serviceAccounts } = await api.call<{ serviceAccounts: Account[] }>('GET', await accountsPath(api))
    return serviceAccounts.filter(({ name }) => name === text)
  },
  created: 'serviceAccount.created',
  updated: 'serviceAccount.updated',
  canBecomeNew: true,
  savePath: ({ id }) => new RegExp(`/service-accounts/${id}(?:/applications)?$`),
  inBrowser: {
    formPath: ({ id }) => `/portal/admin/environments/${environmentId}/service-accounts/edit/${id}`,
    listPath: /\/service-accounts$/,
    type: (page, text) => page.getByRole('textbox', { name: 'Name', exact: true }).fill(text),
    shows: (page, text) =>
      expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(text),
  },
  inTerminal: {
    async open(terminal, { name }) {
      await terminal.press(`:sa ${name}${enter}`, new RegExp(`› Name +${name}`))
    },
    async type(terminal, text) {
      await terminal.press(enter, 'Esc Stop typing')
      await terminal.press(`${clearLine}${text}`, new RegExp(`› Name +${text}`))
      await terminal.press(escape, 'Enter Edit')
    },
    shown: (text) => new RegExp(`Name +${text}`),
    list: /Service accounts\n/,
  },
})
