import type { Command } from 'commander'

import type { Start } from '../../../kit/command-kit/start.ts'

export function addHelpCommand(program: Command, start: Start): void {
  program
    .command('help [words...]')
    .description('Show help for a command, or "help topics"')
    .option('--man <folder>', 'write the manual pages for man(1) to a folder')
    .action((words: readonly string[], { man }: { man?: string }, command: Command) => {
      if (man !== undefined) return start(command, () => import('./manual.ts'), { man, program })
      const named = commandNamed(program, words)
      if (named === undefined) return start(command, () => import('./topic.ts'), { words })
      return named.outputHelp()
    })
}

function commandNamed(program: Command, words: readonly string[]): Command | undefined {
  let command: Command | undefined = program
  for (const word of words)
    command = command?.commands.find((child) => child.name() === word || child.aliases().includes(word))
  return command
}
