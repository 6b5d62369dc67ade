import { provisioningTokenLengthMax } from '@portico/core'

import type { CommandContext } from '../../kit/context/context.ts'
import { fail } from '../../kit/errors/failure.ts'
import { readText } from '../../kit/io/read-input.ts'

/** The token of `--token @FILE`, or of stdin: it is never on the command line, so that no shell keeps it. */
export async function tokenIn(
  named: string | undefined,
  { io }: Pick<CommandContext, 'io'>,
): Promise<string | undefined> {
  if (named === undefined) return undefined
  if (named !== '-' && !named.startsWith('@')) fail('usage', '--token takes @FILE, or - for stdin.')
  const about = { flag: '--token', bytesMax: 2 * provisioningTokenLengthMax }
  return (await readText(named.replace(/^@/, ''), about, io)).trim()
}
