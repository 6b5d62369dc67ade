import { CommanderError, type Command } from 'commander'

import type { Ports } from '../../kit/context/context.ts'
import { exitCodeOf } from '../../kit/errors/exit-codes.ts'
import { CommandFailure, failureSaying, type Failure } from '../../kit/errors/failure.ts'
import { phrase } from '../../kit/phrases/phrase.ts'
import type { Phrases } from '../../kit/phrases/phrases.ts'
import { canDraw } from '../tui/commands/index.ts'
import { fieldNamesOf } from '../../kit/command-kit/options.ts'
import { settleJsonFlag, wantsJson } from './json-flag.ts'
import { createProgram } from './program.ts'
import { startWith } from './start.ts'
import { commandOf, usageFailure } from './usage-failure.ts'

/** Runs one command line, without the interpreter and the script in `argv`. Resolves with the exit code; never rejects. */
export async function runCommandLine(argv: readonly string[], ports: Ports): Promise<number> {
  const json = wantsJson(argv)
  const held: string[] = []
  let spoken: Phrases | undefined
  const warn = (sentence: string, { text }: Phrases) => {
    // With JSON, stderr is exactly one object if a command fails.
    if (json) held.push(sentence)
    else ports.io.stderr.write(`${text('warning:')} ${sentence}\n`)
  }
  const program = createProgram(ports, startWith(ports, { warn, speaks: (phrases) => (spoken = phrases) }), argv)
  try {
    if (argv.length === 0 && !canDraw(ports.io)) {
      program.outputHelp()
      return 0
    }
    const takesFields = commandOf(program, argv).options.some(({ long, optional }) => long === '--json' && optional)
    const isField = (name: string) => fieldNamesOf(program).has(name)
    const words = argv.length === 0 ? ['tui'] : takesFields ? settleJsonFlag(argv, isField) : argv
    await program.parseAsync(words, { from: 'user' })
    for (const sentence of held) ports.io.stderr.write(`warning: ${sentence}\n`)
    return 0
  } catch (reason) {
    const isOurs = reason instanceof Error && !(reason instanceof CommanderError)
    if (isOurs && argv.includes('--debug')) await printStack(reason, ports)
    const failure = failureFrom(reason, program, argv)
    if (failure === undefined) return 0
    const { printFailure } = await import('../../kit/output/print-failure.ts')
    const { profile, server } = commandOf(program, argv).optsWithGlobals<{ profile?: string; server?: string }>()
    await printFailure(failure, ports.io, { json, warnings: held, phrases: spoken, profile, server })
    return exitCodeOf(failure.kind)
  }
}

/** undefined if commander only exited after printing help or the version. */
function failureFrom(reason: unknown, program: Command, argv: readonly string[]): Failure | undefined {
  if (reason instanceof CommanderError) return reason.exitCode === 0 ? undefined : usageFailure(reason, program, argv)
  if (reason instanceof CommandFailure) return reason.failure
  const message = reason instanceof Error ? reason.message : String(reason)
  const repeat = argv.includes('--debug') ? '' : phrase` Repeat the command with --debug to see where.`
  return failureSaying('failure', phrase`Something went wrong inside portico: ${message}${repeat}`)
}

/** The stack's first line may contain server text. */
async function printStack({ stack, message }: Error, { io }: Ports): Promise<void> {
  const { neutraliseLines } = await import('../../kit/io/neutralise.ts')
  io.stderr.write(`${neutraliseLines(stack ?? message)}\n`)
}
