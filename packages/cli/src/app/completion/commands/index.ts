import type { Command } from 'commander'

import type { Start } from '../../../kit/command-kit/start.ts'

export function addCompletionCommands(program: Command, start: Start): void {
  program
    .command('completion <shell>')
    .description('Print the completion script for bash, zsh, fish or powershell')
    .action((shell: string, _options, command: Command) => start(command, () => import('./completion.ts'), { shell }))
  program
    .command('__complete [words...]', { hidden: true })
    .description('Called by the completion scripts')
    .option('--shell <shell>', 'shell of the calling script')
    .action(async (args: readonly string[], { shell }: { shell?: string }, command: Command) => {
      const { readRequest } = await import('../request.ts')
      const request = readRequest(shell, args)
      const own = { shell, request, program, ...contextFlags(request.words) }
      await start(command, () => import('./complete.ts'), own)
    })
}

/** The server and environment options on the line also apply to its completion. */
function contextFlags(words: readonly string[]): Partial<Record<'env' | 'profile' | 'server', string>> {
  const finished = words.slice(0, -1)
  const valueOf = (flag: string) => {
    const at = finished.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`))
    const word = finished[at]
    const value = word === flag ? finished[at + 1] : word?.slice(flag.length + 1)
    return value ? { [flag.slice(2)]: value } : {}
  }
  return { ...valueOf('--env'), ...valueOf('--profile'), ...valueOf('--server') }
}
