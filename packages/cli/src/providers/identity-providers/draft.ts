import {
  configFieldsOf,
  IdentityProviderInput,
  identityProviderTypes,
  isRequired,
  violationsOf,
  type IdentityProvider,
  type IdentityProviderType,
  type Words,
} from '@portico/core'

import { fail } from '../../kit/errors/failure.ts'
import { secretsOf, type Secrets } from './secrets.ts'
import { phrase, phraseOf } from '../../kit/phrases/phrase.ts'

export type Config = Readonly<Record<string, unknown>>

/** An identity provider to be saved. */
export type ProviderDraft = {
  readonly type: IdentityProviderType
  readonly name: string
  readonly enabled: boolean
  readonly config: Config
  readonly secrets: Secrets
}

export function draftOf({ type, name, enabled, config }: IdentityProvider): ProviderDraft {
  return { type, name, enabled, config, secrets: {} }
}

/**
 * Checks core's rules and returns the body to send; violations end the command before anything is sent.
 * `stored`: names of the secrets already stored.
 */
export function requireValid(draft: ProviderDraft, words: Words, stored: readonly string[]): IdentityProviderInput {
  const { type, name, enabled, config, secrets } = draft
  const body = { type, name: name.trim(), enabled, config, ...secrets }
  const missing = secretsOf(type)
    .filter(
      (field) =>
        isRequired(field, config) &&
        !(secrets[field.name] ?? (secrets[field.name] !== null && stored.includes(field.name))),
    )
    .map(({ name: fieldID }) => ({ errorID: 'SECRET_REQUIRED', fieldID }))
  const violations = [...violationsOf(IdentityProviderInput, body), ...missing]
  // The check above guarantees the type.
  if (violations.length === 0) return body as IdentityProviderInput
  return fail('validation', 'Some values are not valid. Nothing was sent.', {
    errorID: 'INVALID_REQUEST',
    details: violations.map(({ errorID, fieldID }) => ({
      errorID,
      fieldID,
      errorMessage: words.find(errorID) ?? errorID,
    })),
  })
}

/** Parses a type, in any letter case. */
export function requireType(text: string | undefined, words: Words): IdentityProviderType {
  const wanted = text?.toUpperCase()
  const type = identityProviderTypes.find((known) => known === wanted)
  const what = text === undefined ? words.say('IDP_TYPE') : phrase`There is no type ${text}.`
  return (
    type ??
    fail('usage', phrase`${phraseOf(what)} --type takes ${identityProviderTypes.join(', ')}.`, {
      hint: 'portico idp create --help',
    })
  )
}

/** The value at a dotted name, `attributes.group`. */
export function valueAt(config: Config, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), config)
}

/** A configuration with one value set; undefined removes it. */
export function withValue(config: Config, name: string, value: unknown): Config {
  const [key = '', ...rest] = name.split('.')
  const inner = config[key]
  const next = rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, rest.join('.'), value)
  const { [key]: _, ...others } = config
  return next === undefined ? others : { ...config, [key]: next }
}

/** The dotted names in a configuration, in the order of the form; unknown names last. */
export function namesIn(type: IdentityProviderType, config: Config): string[] {
  const known = configFieldsOf(type).map((field) => field.name)
  const present = Object.entries(config).flatMap(([key, value]) =>
    isRecord(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : [key],
  )
  return [...known.filter((name) => present.includes(name)), ...present.filter((name) => !known.includes(name))]
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
