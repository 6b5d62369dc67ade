import type { Command } from 'commander'

import type { CommandContext } from '../../context/context.ts'
import { CommandFailure } from '../../errors/failure.ts'
import { candidatesFor } from '../candidates.ts'
import { replyFor } from '../reply.ts'
import type { CompletionRequest } from '../request.ts'
import { valueSource } from '../value-source.ts'

/** Prints what can stand at the end of a command line. A shell waits for it: whatever goes wrong is no candidate. */
export async function run(
  options: { shell: string | undefined; request: CompletionRequest; program: Command },
  context: CommandContext,
): Promise<void> {
  const { shell, request, program } = options
  const { io } = context
  try {
    const found = request.isRedirected
      ? 'files'
      : await candidatesFor(program, request.words, { valuesOf: valueSource(context), cwd: io.cwd })
    io.stdout.write(replyFor(shell, found, request))
  } catch (reason) {
    if (!(reason instanceof CommandFailure)) throw reason
  }
}
