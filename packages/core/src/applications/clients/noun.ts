import { applicationNoun } from '../applications/noun.ts'
import type { Field, Noun } from '../../kit/nouns/noun.ts'
import type { ApplicationSignIn } from './contract.ts'

/** How an application signs people in, with its name; `secret` when it was made now. */
export type ClientRow = ApplicationSignIn & { readonly application: string; readonly secret?: string }

type Value = Field<ClientRow>['value']

const fields = (
  [
    ['application', 'Application', 'text', 'Display name', (row) => row.application],
    ['protocol', 'Protocol', 'text', 'openid, saml, or null', ({ config }) => config?.protocol ?? null],
    ['clientId', 'Client ID', 'id', 'Client id of OpenID', (row) => row.clientId],
    [
      'addresses',
      'Addresses',
      'list',
      'Redirect URIs, or assertion consumer services',
      ({ config }) => (config === null ? [] : config.protocol === 'saml' ? config.acsUrls : config.redirectUris),
    ],
    ['secret', 'Secret', 'text', 'Shown once, when it is created', (row) => row.secret ?? null],
    ['secretMadeAt', 'Secret created', 'time', 'When the secret was created', (row) => row.secretMadeAt],
    [
      'previousSecretUntil',
      'Old secret until',
      'time',
      'Until when the old secret is accepted',
      (row) => row.previousSecretUntil,
    ],
    ['issuer', 'Issuer', 'text', 'Value to enter at an OpenID client', (row) => row.provider.issuer],
    ['metadataUrl', 'Metadata URL', 'text', 'Value to enter at a service provider', (row) => row.provider.samlEntityId],
  ] as const satisfies readonly (readonly [string, string, Field<ClientRow>['kind'], string, Value])[]
).map(([name, label, kind, summary, value]): Field<ClientRow> => ({
  name,
  label,
  kind,
  summary,
  value,
  ...(name === 'secret' ? { shownOnce: true } : {}),
}))

export const clientNoun: Noun<ClientRow> = {
  ...applicationNoun,
  fields,
  columns: fields.map(({ name }) => name),
  wideColumns: [],
}
