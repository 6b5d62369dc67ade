import type { Person } from '@portico/core'
import { phrase } from '../../kit/phrases/phrase.ts'

type Asked = Pick<Person, 'name' | 'username'>

/** What is asked before a change of a person, in the shell and in the terminal UI. A reactivation is not asked about. */
export const personQuestions = {
  signOut: ({ name, username }: Asked) => phrase`End every session of ${name} (${username})?`,
  deactivate: ({ name, username }: Asked) => phrase`Deactivate ${name} (${username}) and end every session?`,
} as const
