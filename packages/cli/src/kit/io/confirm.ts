import { fail } from '../errors/failure.ts'
import { neutralise } from './neutralise.ts'
import { phrase, phraseOf, type Said } from '../phrases/phrase.ts'
import type { Phrases } from '../phrases/phrases.ts'
import type { Io } from './io.ts'

/** A command's context. */
type Asking = { readonly io: Io; readonly phrases: Phrases }

/** Confirms an action that cannot be undone: the object's name is typed, or given with --confirm. */
export async function confirmByName(
  { io, phrases }: Asking,
  asked: {
    readonly what: string
    readonly name: string
    readonly id: string
    readonly given: string | undefined
    /** What happens to it; absent: it is deleted. */
    readonly action?: 'revoke'
  },
): Promise<void> {
  const { what, name, id, given, action } = asked
  const object = phrase`${phraseOf(what)} ${name}`
  const isIt = (text: string) => text === name || text === id
  if (given !== undefined) {
    if (isIt(given)) return
    fail('validation', phrase`--confirm does not name ${object}. Nothing was changed.`, { errorID: 'NOT_CONFIRMED' })
  }
  if (!canAsk(io)) {
    const shortest = /^[\w.-]+$/.test(name) ? name : id
    fail(
      'cancelled',
      action === 'revoke'
        ? phrase`Revoking ${object} has to be confirmed, and there is no terminal to ask on. Add --confirm ${shortest}. Nothing was changed.`
        : phrase`Deleting ${object} has to be confirmed, and there is no terminal to ask on. Add --confirm ${shortest}. Nothing was changed.`,
    )
  }
  const question =
    action === 'revoke'
      ? phrase`Type ${neutralise(name)} to revoke ${phraseOf(what)} for good: `
      : phrase`Type ${neutralise(name)} to delete ${phraseOf(what)} for good: `
  const typed = await io.stdin.ask(phrases.text(question))
  if (!isIt(typed.trim())) fail('cancelled', 'The name was not typed. Nothing was changed.')
}

/** Confirms an action that is tedious to undo: y or N in every language, default No; `yes` is -y. */
export async function confirmYes({ io, phrases }: Asking, question: Said, yes: boolean): Promise<void> {
  if (yes) return
  if (!canAsk(io))
    fail('cancelled', phrase`${phraseOf(question)} There is no terminal to ask on: add -y. Nothing was changed.`)
  const typed = await io.stdin.ask(`${neutralise(phrases.text(question))} [y/N] `)
  if (!/^y(?:es)?$/i.test(typed.trim())) fail('cancelled', 'Nothing was changed.')
}

/** Questions need a terminal for input and output. */
function canAsk(io: Io): boolean {
  return io.stdin.isTTY && io.stderr.isTTY
}
