import type { Command } from 'commander'

import type { Place } from '../../app/open.ts'

/** What main.ts gives to the files that add commands. */
export type CommandKit = {
  /** Adds `--data`. */
  readonly withData: (command: Command) => Command
  readonly place: (options: { data: string }) => Place
  readonly print: (line: string) => void
}
