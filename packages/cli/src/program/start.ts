import type { Start } from '../command-kit/start.ts'
import type { CommonOptions, Ports } from '../context/context.ts'

/** Runs commands on these ports: opens a context for the options of each and closes it after the command. */
export function startWith(ports: Ports, warn: (sentence: string) => void): Start {
  return async (command, load, own) => {
    const { openContext } = await import('../context/open-context.ts')
    const options = { ...command.optsWithGlobals<CommonOptions>(), ...own } as Parameters<
      Awaited<ReturnType<typeof load>>['run']
    >[0]
    if (options.json === '') Object.assign(options, { json: true })
    const { run } = await load()
    const { context, close } = openContext(options, ports, warn)
    try {
      await run(options, context)
    } finally {
      await close()
    }
  }
}
