import type { Command } from 'commander'

import type { Run } from '../context/context.ts'

/** Starts a command: loads its run function and passes the options of the command and the program. */
export type Start = <Options>(
  command: Command,
  load: () => Promise<{ readonly run: Run<Options> }>,
  own?: Partial<Options>,
) => Promise<void>
