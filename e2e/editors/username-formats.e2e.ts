import type { AdminApi } from '../support/admin-api.ts'
import { addEmailDomain } from '../support/provider-form.ts'
import { enter } from './in-the-terminal.ts'
import { describeEditing } from './scenarios.ts'
import type { Made } from './subject.ts'

type Provider = { id: string; type: string; name: string; suffixes: string[]; config: Record<string, unknown> }
type Formats = { prefixes: string[]; suffixes: string[] }

const path = '/portal/admin/tenant/idps'
const all = async (api: AdminApi) => (await api.call<{ idps: Provider[] }>('GET', path)).idps
const read = (api: AdminApi, { id }: Made) => api.call<Formats>('GET', `/portal/admin/idps/${id}/formats`)

// The formats of one provider: a person adds an email domain, another administrator a Windows domain.
describeEditing({
  noun: 'the username formats of a provider',
  text: (serial) => `added-${serial}.example`,
  async make(api, name) {
    const partners = (await all(api)).find((one) => one.name === 'Acme Partners')
    const body = { type: partners?.type, name, enabled: false, config: partners?.config }
    return { name, id: (await api.call<Provider>('POST', path, body)).id }
  },
  async read(api, made) {
    const { suffixes, prefixes } = await read(api, made)
    return { typed: suffixes.join(), other: prefixes.join() }
  },
  async changeOther(api, made, other) {
    const { suffixes } = await read(api, made)
    await api.call('PUT', `/portal/admin/idps/${made.id}/formats`, { suffixes, prefixes: [other] })
  },
  theirs: (serial) => `theirs-${serial}`,
  async remove(api, { id }) {
    await api.call('DELETE', `${path}/${id}`)
  },
  withText: async (api, text) => (await all(api)).filter(({ suffixes }) => suffixes.includes(text)),
  created: 'formats.saved',
  updated: 'formats.saved',
  canBecomeNew: false,
  savePath: ({ id }) => new RegExp(`/idps/${id}/formats$`),
  inBrowser: {
    formPath: ({ id }) => `/portal/admin/global-settings/identity-providers/${id}/username-formats`,
    listPath: /\/identity-providers$/,
    type: (page, text) => addEmailDomain(page, text),
    shows: (page, text) => page.getByRole('button', { name: `Remove @${text}` }).waitFor(),
  },
  inTerminal: {
    async open(terminal, { name }) {
      await terminal.press('4', 'ALL ENVIRONMENTS')
      await terminal.press(`:write${enter}`, 'ALL ENVIRONMENTS WRITE')
      await terminal.press(`:idp ${name}${enter}`, new RegExp(`› Name +${name}`))
      await terminal.press('t', 'No Formats configured')
    },
    async type(terminal, text) {
      await terminal.press('a', 'Several are separated by commas.')
      await terminal.press(`${text}${enter}`, new RegExp(`@${text} +New`))
    },
    shown: (text) => new RegExp(`@${text}`),
    list: /Acme Single Sign-On +OpenID Connect +primary/,
  },
})
