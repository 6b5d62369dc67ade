import { keyLengthMax, nameLengthMax } from '../../kit/limits.ts'
import type { WordId } from '../../kit/words/english.ts'

export const keyAlgorithms = ['RSA'] as const

/** One line of text. */
type Line = {
  readonly kind: 'line'
  readonly label: WordId
  readonly help?: WordId
  /** UTF-16 units after trimming. */
  readonly lengthMax: number
  /** Also sent when empty, so that its rule can reject it; other lines are omitted when empty. */
  readonly required: boolean
}

/** A public key in PEM, sent only together with its algorithm (spec section 5). */
type Key = {
  readonly kind: 'key'
  readonly label: WordId
  readonly lengthMax: number
  readonly required: boolean
  /** The field of its algorithm. */
  readonly algorithm: string
}

/** One of a few values; drawn and sent with its key. */
type Algorithm = { readonly kind: 'algorithm'; readonly label: WordId; readonly choices: readonly string[] }

/**
 * The form fields of a service account, in order. Forms, flags of the command, changes, the command for the same change,
 * and what is kept across a new sign-in are made from it. `rules.ts` has one rule for each.
 */
export const accountFields = [
  {
    name: 'name',
    kind: 'line',
    label: 'field.name',
    help: 'serviceAccount.nameHint',
    lengthMax: nameLengthMax,
    required: true,
  },
  {
    name: 'key1',
    kind: 'key',
    label: 'field.key1',
    lengthMax: keyLengthMax,
    required: true,
    algorithm: 'key1Algorithm',
  },
  { name: 'key1Algorithm', kind: 'algorithm', label: 'field.key1Algorithm', choices: keyAlgorithms },
  {
    name: 'key2',
    kind: 'key',
    label: 'field.key2',
    lengthMax: keyLengthMax,
    required: false,
    algorithm: 'key2Algorithm',
  },
  { name: 'key2Algorithm', kind: 'algorithm', label: 'field.key2Algorithm', choices: keyAlgorithms },
] as const satisfies readonly ({ readonly name: string } & (Line | Key | Algorithm))[]

type Described = (typeof accountFields)[number]
export type FieldName = Described['name']
export type LineName = Extract<Described, { kind: 'line' }>['name']
export type KeySlot = Extract<Described, { kind: 'key' }>['name']

export type LineField = Line & { readonly name: LineName }
export type KeyField = Extract<Described, { kind: 'key' }>

export const fieldNames: readonly FieldName[] = accountFields.map(({ name }) => name)
export const lineFields: readonly LineField[] = accountFields.filter((field) => field.kind === 'line')
export const keyFields: readonly KeyField[] = accountFields.filter((field) => field.kind === 'key')

export function labelOf(name: FieldName | 'dependencies'): WordId {
  return accountFields.find((field) => field.name === name)?.label ?? 'field.dependencies'
}
