import { expect } from 'vitest'

import type { AdminApi } from '../support/admin-api.ts'
import { clearLine, enter, escape } from './in-the-terminal.ts'
import { describeEditing } from './scenarios.ts'
import type { Made } from './subject.ts'

type Provider = {
  id: string
  type: string
  name: string
  enabled: boolean
  primary: boolean
  config: Record<string, unknown>
}

const path = '/portal/admin/tenant/idps'
const all = async (api: AdminApi) => (await api.call<{ idps: Provider[] }>('GET', path)).idps
const read = (api: AdminApi, { id }: Made) => api.call<Provider>('GET', `${path}/${id}`)

describeEditing({
  noun: 'an identity provider',
  text: (serial) => `Renamed ${serial}`,
  // A second entry of the demo's SAML provider: nothing secret is in it, so it can be created again as it was.
  async make(api, name) {
    const partners = (await all(api)).find((one) => one.name === 'Acme Partners')
    const body = { type: partners?.type, name, enabled: false, config: { ...partners?.config, slackSecs: 60 } }
    return { name, id: (await api.call<Provider>('POST', path, body)).id }
  },
  async read(api, made) {
    const { name, config } = await read(api, made)
    return { typed: name, other: String(config['slackSecs']) }
  },
  async changeOther(api, made, other) {
    const { type, name, enabled, config } = await read(api, made)
    await api.call('PUT', `${path}/${made.id}`, {
      type,
      name,
      enabled,
      config: { ...config, slackSecs: Number(other) },
    })
  },
  theirs: (serial) => String(100 + serial),
  async remove(api, { id }) {
    await api.call('DELETE', `${path}/${id}`)
  },
  withText: async (api, text) => (await all(api)).filter(({ name }) => name === text),
  created: 'idp.created',
  updated: 'idp.updated',
  canBecomeNew: true,
  savePath: ({ id }) => new RegExp(`/tenant/idps/${id}$`),
  inBrowser: {
    formPath: ({ id }) => `/portal/admin/global-settings/identity-providers/${id}/configuration`,
    listPath: /\/identity-providers$/,
    type: (page, text) => page.getByRole('textbox', { name: 'Name', exact: true }).fill(text),
    shows: (page, text) =>
      expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(text),
  },
  inTerminal: {
    async open(terminal, { name }) {
      await terminal.press('4', 'ALL ENVIRONMENTS')
      await terminal.press(`:write${enter}`, 'ALL ENVIRONMENTS WRITE')
      await terminal.press(`:idp ${name}${enter}`, new RegExp(`› Name +${name}`))
    },
    async type(terminal, text) {
      await terminal.press(enter, 'Esc Stop typing')
      await terminal.press(`${clearLine}${text}`, new RegExp(`› Name +${text}`))
      await terminal.press(escape, 'Enter Edit')
    },
    shown: (text) => new RegExp(`Name +${text}`),
    list: /Acme Single Sign-On +OpenID Connect +primary/,
  },
})
