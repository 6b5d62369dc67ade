import type { Command } from 'commander'

import type { Start } from '../../program/program.ts'

export function addCompletionCommands(program: Command, start: Start): void {
  program
    .command('completion <shell>')
    .description('Print the completion script of bash, zsh, fish or powershell')
    .action((shell: string, _options, command: Command) => start(command, () => import('./completion.ts'), { shell }))
  program
    .command('__complete [words...]', { hidden: true })
    .description('Asked by the completion scripts')
    .action((words: readonly string[], _options, command: Command) =>
      start(command, () => import('./complete.ts'), { words, program, ...contextFlags(words) }),
    )
}

/** What the line says of server and environment holds for the names that complete it. */
function contextFlags(words: readonly string[]): Partial<Record<'env' | 'profile' | 'server', string>> {
  const valueOf = (flag: string) => {
    const at = words.findIndex(
      (word, index) => index < words.length - 1 && (word === flag || word.startsWith(`${flag}=`)),
    )
    const word = words[at]
    const value = word === flag ? words[at + 1] : word?.slice(flag.length + 1)
    return value ? { [flag.slice(2)]: value } : {}
  }
  return { ...valueOf('--env'), ...valueOf('--profile'), ...valueOf('--server') }
}
