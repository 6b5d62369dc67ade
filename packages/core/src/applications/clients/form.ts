import type { EditedField } from '../../kit/editing/fields-editor.ts'
import { pemOrText } from '../../kit/keys/key-text.ts'
import { isPrivateKey } from '../../kit/keys/private-key.ts'
import {
  clientAuthMethods,
  clientEncryptionCiphers,
  clientFields,
  clientLogoutBindings,
  clientNameIdFormats,
  clientRefreshLives,
  type ClientConfigInput,
  type ClientField,
  type ClientFieldName,
} from './rules.ts'

/** As they are typed. */
export type ClientValues = Readonly<Record<ClientFieldName, string>>

export const emptyClient = {
  ...(Object.fromEntries(clientFields.map(({ name }) => [name, ''])) as Record<ClientFieldName, string>),
  protocol: 'none',
  authMethod: 'client_secret',
  requirePkce: 'on',
  refreshTokens: 'none',
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
      redirectUris: entriesOf(text('redirectUris')),
      postLogoutRedirectUris: entriesOf(text('postLogoutRedirectUris')),
      initiateLoginUri: line('initiateLoginUri'),
      backchannelLogoutUri: line('backchannelLogoutUri'),
      authMethod: choice('authMethod', clientAuthMethods),
      publicKeys: pemsOf(text('publicKeys')),
      jwksUri: line('jwksUri'),
      requirePkce: values.requirePkce === 'on',
      dpopBound: values.dpopBound === 'on',
      refreshTokens: choice('refreshTokens', clientRefreshLives),
    }
  if (values.protocol === 'saml')
    return {
      protocol: 'saml',
      entityId: text('entityId'),
      acsUrls: entriesOf(text('acsUrls')),
      nameIdFormat: choice('nameIdFormat', clientNameIdFormats),
      anyEmail: values.nameIdFormat !== 'emailAddress' && values.anyEmail === 'on',
      sloUrl: line('sloUrl'),
      sloBinding: choice('sloBinding', clientLogoutBindings),
      sloResponseUrl: line('sloResponseUrl'),
      sloSoapUrl: line('sloSoapUrl'),
      signingCertificates: pemsOf(text('signingCertificates')),
      requestsSigned: values.requestsSigned === 'on',
      ignoreRequestedContext: values.ignoreRequestedContext === 'on',
      encryptAssertions: values.encryptAssertions === 'on',
      encryptionCertificates: pemsOf(text('encryptionCertificates')),
      encryptionCipher: choice('encryptionCipher', clientEncryptionCiphers),
    }
  return null
}

/** A configuration as it would be typed. */
export function clientValuesOf(config: ClientConfigInput | null): ClientValues {
  if (config === null) return emptyClient
  const fields = new Map<string, unknown>(Object.entries(config))
  const typed = clientFields.map((field) => {
    const value = fields.get(field.name)
    if (typeof value === 'boolean') return [field.name, value ? 'on' : ''] as const
    if (Array.isArray(value)) return [field.name, value.join('\n')] as const
    return [field.name, typeof value === 'string' ? value : emptyClient[field.name]] as const
  })
  return Object.fromEntries(typed) as Record<ClientFieldName, string>
}

const entriesOf = (text: string): string[] => text.split(/\s+/).filter((line) => line !== '')

/** PEM blocks, each with the text before it; the whole text if it has no block or contains a private key, so that the rules report it. */
function pemsOf(text: string): string[] {
  if (text === '') return []
  const pieces = text.split(/(-----END [A-Z0-9 ]+-----)/)
  const blocks = pieces.flatMap((piece, at) => (at % 2 === 0 ? [piece + (pieces[at + 1] ?? '')] : []))
  const keys = isPrivateKey(text) ? [] : blocks.filter((block) => block.includes('-----BEGIN '))
  return keys.length === 0 ? [text] : [...new Set(keys.map(pemOrText))]
}

/** What every editor does with a field, from its kind. A field that is not shown has no lines. */
export function editedClientField(field: ClientField): EditedField<ClientValues> {
  const { name, flag } = field
  return {
    ...field,
    label: `clients.${name}`,
    lines(values) {
      const text = shownClientFields(values).includes(field) ? values[name].trim() : ''
      if (field.kind === 'lines') return entriesOf(text)
      return field.kind === 'pems' ? pemsOf(text) : [text].filter((one) => one !== '')
    },
    ...(field.kind === 'switch' && { options: ([isOn]) => [isOn === 'on' ? `--${flag}` : `--no-${flag}`] }),
    // Keys and certificates are files in a command.
    ...(field.kind === 'pems' && {
      shown: (blocks) => blocks.map(pemLine),
      options: ([first]) => [`--${flag} @${first === undefined ? '/dev/null' : `${flag}.pem`}`],
    }),
    ...(name === 'protocol' && {
      shown: (protocols, say) => protocols.map((one) => say(`clients.protocol.${one as 'none'}`)),
    }),
  }
}

/** A block of PEM in one line: its kind and its last characters. */
function pemLine(block: string): string {
  const kind = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(block)?.[1] ?? 'PEM'
  return `${kind} …${block.replaceAll(/-----[^-]+-----|\s/g, '').slice(-12)}`
}
