import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { completionScript, shells } from '../shells.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/** Prints the script of a shell. */
export async function run(options: CommonOptions & { shell: string }, { io }: CommandContext): Promise<void> {
  const shell = shells.find((known) => known === options.shell)
  if (shell === undefined)
    return fail('usage', phrase`There is no completion for ${options.shell}. There is one for ${shells.join(', ')}.`, {
      hint: `portico completion ${shells[0]}`,
    })
  io.stdout.write(completionScript(shell))
}
