import type { Command } from 'commander'

import type { CommandContext } from '../../context/context.ts'
import { CommandFailure } from '../../errors/failure.ts'
import { neutralise } from '../../output/neutralise.ts'
import { candidatesFor } from '../candidates.ts'
import { valueSource } from '../value-source.ts'

/** Prints what can stand at the end of a command line. A shell waits for it: whatever goes wrong is no candidate. */
export async function run(
  options: { words: readonly string[]; program: Command },
  context: CommandContext,
): Promise<void> {
  const { io } = context
  try {
    const found = await candidatesFor(options.program, options.words, valueSource(context))
    if (found === 'files') return io.stdout.write(':files\n')
    io.stdout.write(found.map(({ value, text }) => `${neutralise(value)}\t${neutralise(text)}\n`).join(''))
  } catch (reason) {
    if (!(reason instanceof CommandFailure)) throw reason
  }
}
