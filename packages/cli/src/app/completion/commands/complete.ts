import type { Command } from 'commander'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { CommandFailure } from '../../../kit/errors/failure.ts'
import { candidatesFor } from '../candidates.ts'
import { replyFor } from '../reply.ts'
import type { CompletionRequest } from '../request.ts'
import { valueSource } from '../value-source.ts'

/** Short, because a person waits at the prompt. */
const waitSeconds = '3'

/** Prints completions for the last word of a command line. Errors give no candidates, because a shell waits for the output. `requestTimeout` limits all requests together. */
export async function run(
  options: CommonOptions & { shell: string | undefined; request: CompletionRequest; program: Command },
  context: CommandContext,
): Promise<void> {
  const { shell, request, program, requestTimeout = waitSeconds } = options
  const { io } = context
  try {
    const found = request.isRedirected
      ? 'files'
      : await candidatesFor(program, request.words, {
          valuesOf: valueSource(context, Number(requestTimeout) * 1000),
          cwd: io.cwd,
        })
    io.stdout.write(replyFor(shell, found, request))
  } catch (reason) {
    if (!(reason instanceof CommandFailure)) throw reason
  }
}
