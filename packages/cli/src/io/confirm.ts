import { fail } from '../errors/failure.ts'
import { neutralise } from '../output/neutralise.ts'
import type { Io } from './io.ts'

/** Confirms an action that cannot be undone: the object's name is typed, or given with --confirm (cli-tui "Destructive"). */
export async function confirmByName(
  io: Io,
  asked: { readonly what: string; readonly name: string; readonly id: string; readonly given: string | undefined },
): Promise<void> {
  const { what, name, id, given } = asked
  const isIt = (text: string) => text === name || text === id
  if (given !== undefined) {
    if (isIt(given)) return
    fail('validation', `--confirm does not name ${what} ${name}. Nothing was changed.`, { errorID: 'NOT_CONFIRMED' })
  }
  if (!canAsk(io))
    fail(
      'cancelled',
      `Deleting ${what} ${name} has to be confirmed, and there is no terminal to ask on. Add --confirm ${/^[\w.-]+$/.test(name) ? name : id}. Nothing was changed.`,
    )
  const typed = await io.stdin.ask(`Type ${neutralise(name)} to delete ${what} for good: `)
  if (!isIt(typed.trim())) fail('cancelled', 'The name was not typed. Nothing was changed.')
}

/** Confirms an action that is tedious to undo: y or N, default No; `yes` is -y. */
export async function confirmYes(io: Io, question: string, yes: boolean): Promise<void> {
  if (yes) return
  if (!canAsk(io)) fail('cancelled', `${question} There is no terminal to ask on: add -y. Nothing was changed.`)
  const typed = await io.stdin.ask(`${neutralise(question)} [y/N] `)
  if (!/^y(?:es)?$/i.test(typed.trim())) fail('cancelled', 'Nothing was changed.')
}

/** Questions need a terminal for input and output. */
function canAsk(io: Io): boolean {
  return io.stdin.isTTY && io.stderr.isTTY
}
