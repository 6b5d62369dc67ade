/**
 * The kind of input of a configuration field: `days` is a calendar day, `list` words separated by commas, `transforms` a
 * list of transforms that a form holds as lines (transform-lines.ts).
 */
export type ConfigFieldKind =
  | 'text'
  | 'address'
  | 'choice'
  | 'flag'
  | 'days'
  | 'seconds'
  | 'secret'
  | 'certificate'
  | 'list'
  | 'transforms'

export type ConfigChoice = { readonly value: string; readonly label: string }

/**
 * One field of an identity provider's configuration. Web form, terminal form, the flags of the command (`--set NAME=…`),
 * the output of `idp get` and the differences before a save are made from it.
 */
export type ConfigField = {
  /** As in `config`, `attributes.username` for what is nested. A secret is not in `config` but next to it. */
  readonly name: string
  readonly label: string
  readonly help: string
  readonly section: string
  readonly kind: ConfigFieldKind
  readonly choices?: readonly ConfigChoice[]
  /** A provider cannot be saved without it. For a required secret, the stored one may be kept. */
  readonly required: boolean
  /** Required only while another field has one of these values: {@link isRequired}. */
  readonly requiredWhile?: { readonly field: string; readonly isOneOf: readonly string[] }
  readonly placeholder?: string
  /** One of the few settings that every provider needs; the others are under "More settings". */
  readonly common?: boolean
}

/** Whether a provider with these values (by field name) cannot be saved without this field. */
export function isRequired(field: ConfigField, values: Readonly<Record<string, unknown>>): boolean {
  const { required, requiredWhile } = field
  return required || (requiredWhile?.isOneOf.some((value) => value === values[requiredWhile.field]) ?? false)
}

export const sections = {
  connection: 'Connection',
  addresses: 'Addresses',
  signing: 'Signing',
  certificates: 'Signing certificates',
  secrets: 'Application secrets',
  claims: 'Claims',
  attributes: 'Attribute mappings',
  authentication: 'Authentication',
  signOut: 'Sign-out',
  metadata: 'Metadata',
  transforms: 'Transforms',
} as const
