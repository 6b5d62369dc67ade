import * as v from 'valibot'

import { AzureConfig } from './azure-rules.ts'
import { configFieldsOf, type ConfigField } from './config-fields.ts'
import { OidcConfig } from './oidc-rules.ts'
import { SamlConfig } from './saml-rules.ts'
import { linesOfTransforms, transformsIn, transformsOfLines } from './transform-lines.ts'
import { familyOf, type IdentityProviderType } from './types.ts'

/** A field as a form holds it: flags are true or false, everything else is text, empty if not set; transforms are lines. */
export type ConfigValue = string | boolean

/** By field name, without secrets. */
export type ConfigValues = Readonly<Record<string, ConfigValue>>

const schemas = { oidc: OidcConfig, azure: AzureConfig, saml: SamlConfig }

/** The fields in `config`: all except the secrets. */
export function plainFieldsOf(type: IdentityProviderType): ConfigField[] {
  return configFieldsOf(type).filter((field) => field.kind !== 'secret')
}

/** `config` from the API as a form holds it. An absent field has the default of the rules. */
export function valuesOfConfig(type: IdentityProviderType, config: Readonly<Record<string, unknown>>): ConfigValues {
  const defaults = v.getDefaults(schemas[familyOf(type)]) as Record<string, unknown>
  return Object.fromEntries(
    plainFieldsOf(type).map((field) => {
      const value = valueAt(config, field.name) ?? valueAt(defaults, field.name)
      if (field.kind === 'flag') return [field.name, value === true]
      if (field.kind === 'transforms') return [field.name, linesOfTransforms(transformsIn(value))]
      return [field.name, typeof value === 'string' || typeof value === 'number' ? String(value) : '']
    }),
  )
}

/** What is sent as `config`: texts trimmed, empty ones left out, seconds as a number, dotted names nested. */
export function configOfValues(type: IdentityProviderType, values: ConfigValues): Record<string, unknown> {
  const config: Record<string, unknown> = {}
  for (const field of plainFieldsOf(type)) {
    const value = typedValue(field, values[field.name] ?? '')
    if (value === undefined) continue
    const [outer = '', inner] = field.name.split('.')
    if (inner === undefined) config[outer] = value
    else config[outer] = { ...(config[outer] as Record<string, unknown> | undefined), [inner]: value }
  }
  return config
}

/** The text of one field as the API has it; undefined when empty. An invalid number stays text, for the rules to report. */
export function typedValue(
  field: ConfigField,
  given: ConfigValue,
): string | number | boolean | readonly unknown[] | undefined {
  if (field.kind === 'flag') return typeof given === 'boolean' ? given : given.trim() === 'true'
  const text = String(given).trim()
  if (text === '') return undefined
  if (field.kind === 'transforms') return transformsOfLines(String(given))
  return field.kind === 'seconds' && /^\d+$/.test(text) ? Number(text) : text
}

function valueAt(config: Readonly<Record<string, unknown>>, name: string): unknown {
  const [outer = '', inner] = name.split('.')
  const value = config[outer]
  if (inner === undefined) return value
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[inner] : undefined
}
