import { createStore } from 'zustand/vanilla'

import type { EditedForm } from '../../kit/editing/noun.ts'
import type { ApplicationSignIn } from './contract.ts'
import {
  clientAuthMethods,
  clientEncryptionCiphers,
  clientFields,
  clientLogoutBindings,
  clientNameIdFormats,
  type ClientConfigInput,
  type ClientField,
  type ClientFieldName,
} from './rules.ts'

/** As they are typed. */
export type ClientValues = Readonly<Record<ClientFieldName, string>>

/** `fetched` is what discard returns to. */
export type ClientForm = { readonly values: ClientValues; readonly fetched: ClientValues }

const empty = {
  ...(Object.fromEntries(clientFields.map(({ name }) => [name, ''])) as Record<ClientFieldName, string>),
  protocol: 'none',
  authMethod: 'client_secret_basic',
  nameIdFormat: 'persistent',
  sloBinding: 'redirect',
  encryptionCipher: 'aes256-gcm',
} satisfies ClientValues

/** The fields of the protocol that is chosen, the choice first. Keys are asked for where they are used. */
export function shownClientFields(values: ClientValues): readonly ClientField[] {
  const { protocol, authMethod, sloUrl } = values
  return clientFields.filter((field) => {
    if (!('of' in field)) return true
    if (field.of !== protocol) return false
    if (field.name === 'publicKeys' || field.name === 'jwksUri') return authMethod === 'private_key_jwt'
    if (field.name === 'encryptionCipher') return values.encryptAssertions === 'on'
    if (field.name === 'anyEmail') return values.nameIdFormat !== 'emailAddress'
    return !(field.name === 'sloBinding' || field.name === 'sloResponseUrl') || sloUrl.trim() !== ''
  })
}

/** What would be sent; null: no registration. */
export function clientInputOf(values: ClientValues): ClientConfigInput | null {
  const shown = new Set<string>(shownClientFields(values).map(({ name }) => name))
  const text = (name: ClientFieldName) => (shown.has(name) ? values[name].trim() : '')
  const line = (name: ClientFieldName) => text(name) || null
  const choice = <One extends string>(name: ClientFieldName, choices: readonly One[]) =>
    choices.find((one) => one === values[name])
  if (values.protocol === 'openid')
    return {
      protocol: 'openid',
      redirectUris: linesOf(text('redirectUris')),
      postLogoutRedirectUris: linesOf(text('postLogoutRedirectUris')),
      initiateLoginUri: line('initiateLoginUri'),
      backchannelLogoutUri: line('backchannelLogoutUri'),
      authMethod: choice('authMethod', clientAuthMethods),
      publicKeys: pemsOf(text('publicKeys')),
      jwksUri: line('jwksUri'),
      dpopBound: values.dpopBound === 'on',
    }
  if (values.protocol === 'saml')
    return {
      protocol: 'saml',
      entityId: text('entityId'),
      acsUrls: linesOf(text('acsUrls')),
      nameIdFormat: choice('nameIdFormat', clientNameIdFormats),
      anyEmail: values.nameIdFormat !== 'emailAddress' && values.anyEmail === 'on',
      sloUrl: line('sloUrl'),
      sloBinding: choice('sloBinding', clientLogoutBindings),
      sloResponseUrl: line('sloResponseUrl'),
      sloSoapUrl: line('sloSoapUrl'),
      signingCertificates: pemsOf(text('signingCertificates')),
      requestsSigned: values.requestsSigned === 'on',
      encryptAssertions: values.encryptAssertions === 'on',
      encryptionCertificates: pemsOf(text('encryptionCertificates')),
      encryptionCipher: choice('encryptionCipher', clientEncryptionCiphers),
    }
  return null
}

/** A configuration as it would be typed. */
export function clientValuesOf(config: ClientConfigInput | null): ClientValues {
  if (config === null) return empty
  const fields = new Map<string, unknown>(Object.entries(config))
  const typed = clientFields.map((field) => {
    const value = fields.get(field.name)
    if (field.kind === 'switch') return [field.name, value === true ? 'on' : ''] as const
    if (Array.isArray(value)) return [field.name, value.join('\n')] as const
    return [field.name, typeof value === 'string' ? value : empty[field.name]] as const
  })
  return Object.fromEntries(typed) as Record<ClientFieldName, string>
}

/** The fields that a save would change. */
export function changedClientFields({ values, fetched }: ClientForm): readonly ClientField[] {
  const shown = new Set<string>([...shownClientFields(values), ...shownClientFields(fetched)].map(({ name }) => name))
  return clientFields.filter(({ name }) => {
    if (!shown.has(name)) return false
    return comparable(name, values) !== comparable(name, fetched)
  })
}

/** The text of a field that is shown; '' for one that is not. */
export function comparable(name: ClientFieldName, values: ClientValues): string {
  const field = shownClientFields(values).find((one) => one.name === name)
  if (field === undefined) return ''
  const text = values[name].trim()
  if (field.kind === 'lines') return linesOf(text).join('\n')
  return field.kind === 'pems' ? pemsOf(text).join('\n') : text
}

export const linesOf = (text: string): string[] => text.split(/\s+/).filter((line) => line !== '')

/** PEM blocks, or the whole text where there is none, so that the rules name it. */
export function pemsOf(text: string): string[] {
  return text
    .split(/(?=-----BEGIN )/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
}

export function createClientForm(): EditedForm<ClientForm, ApplicationSignIn> & {
  set(values: Partial<ClientValues>): void
} {
  const store = createStore<ClientForm>(() => ({ values: empty, fetched: empty }))
  return {
    ...store,
    set: (typed) => store.setState(({ values }) => ({ values: { ...values, ...typed } })),
    discard: () => store.setState(({ fetched }) => ({ values: fetched })),
    saved({ config }) {
      const fetched = clientValuesOf(config)
      store.setState({ values: fetched, fetched })
    },
    readAgain({ config }, sent) {
      const { values, fetched: before } = store.getState()
      const typed = changedClientFields({ values, fetched: sent?.values ?? before })
      const fetched = clientValuesOf(config)
      const kept: Partial<ClientValues> = Object.fromEntries(typed.map(({ name }) => [name, values[name]]))
      store.setState({ fetched, values: { ...fetched, ...kept } })
    },
  }
}
