import type { RandomChoices } from '../../../../testing/random-choices.ts'
import { below, chance, dates, oddText, statements } from './texts.ts'

/** Ids and names in requests that are not the sender's own. */
export type Others = {
  readonly userIds: readonly string[]
  readonly groupIds: readonly string[]
  /** userNames, externalIds and names of groups. */
  readonly texts: readonly string[]
}

/** What a request can name. */
export type Names = {
  /** The sender's own. */
  readonly providerId: string
  readonly userIds: readonly string[]
  readonly groupIds: readonly string[]
  readonly texts: readonly string[]
  readonly otherProviderIds: readonly string[]
  readonly others: Others
}

/** An id or name that does not exist, and differs from the given one only in its last character, a hexadecimal digit. */
export function decoyOf(text: string): string {
  return text.slice(0, -1) + (Number.parseInt(text.slice(-1), 16) ^ 1).toString(16)
}

export function decoysOf({ userIds, groupIds, texts }: Others): Others {
  return { userIds: userIds.map(decoyOf), groupIds: groupIds.map(decoyOf), texts: texts.map(decoyOf) }
}

const unknownId = '01999999-9999-7999-8999-999999999999'

export function idIn(choices: RandomChoices, { userIds, groupIds, others }: Names, kind: 'Users' | 'Groups'): string {
  const [own, other] = kind === 'Users' ? [userIds, others.userIds] : [groupIds, others.groupIds]
  if (own.length > 0 && chance(choices, 0.6)) return choices.oneOf(own)
  return chance(choices, 0.8) ? choices.oneOf(other) : unknownId
}

/** A text for a value: often one that matches something. */
export function textIn(choices: RandomChoices, names: Names): string {
  const { oneOf } = choices
  return oneOf([
    () => oneOf(names.texts),
    () => oneOf(names.texts),
    () => oneOf(names.others.texts),
    () => oneOf(names.others.texts),
    () => oneOf(names.others.texts).toUpperCase(),
    () => idIn(choices, names, oneOf(['Users', 'Groups'])),
    () => (chance(choices, 0.3) ? oneOf(dates) : oneOf(names.texts)),
    () => oneOf(statements),
    () => `made ${below(choices, 60)}`,
    () => oneOf(['work', 'home', 'Engineer', 'User', 'Group', 'True', 'en-US', 'a', '@']),
    () => (chance(choices, 0.6) ? oddText(choices) : `made ${below(choices, 1_000)}`),
  ])()
}
