import type { Start } from '../../kit/command-kit/start.ts'
import type { CommonOptions, Ports } from '../../kit/context/context.ts'
import type { Phrases } from '../../kit/phrases/phrases.ts'

export type Speaking = {
  readonly warn: (sentence: string, phrases: Phrases) => void
  /** Called when it is known in which language the command speaks. */
  readonly speaks: (phrases: Phrases) => void
}

/** Runs commands on these ports: opens a context for the options of each and closes it after the command. */
export function startWith(ports: Ports, { warn, speaks }: Speaking): Start {
  return async (command, load, own) => {
    const { openContext } = await import('../../kit/context/open-context.ts')
    const options = { ...command.optsWithGlobals<CommonOptions>(), ...own } as Parameters<
      Awaited<ReturnType<typeof load>>['run']
    >[0]
    if (options.json === '') Object.assign(options, { json: true })
    const { run } = await load()
    const { context, close } = await openContext(options, ports, warn)
    speaks(context.phrases)
    try {
      await run(options, context)
    } finally {
      await close()
    }
  }
}
