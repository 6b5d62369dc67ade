import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { CommandContext } from '../../kit/context/context.ts'
import { issueToken } from '../../kit/credentials/token.ts'
import { CommandFailure } from '../../kit/errors/failure.ts'

type Context = Pick<CommandContext, 'connect' | 'clock' | 'randomId'>

/** Gets a token with a key of the account. Fails as a sign-in where the server does not accept the key. */
export async function proveKey(
  { server, account, key }: { readonly server: string; readonly account: string; readonly key: KeyObject },
  { connect, clock, randomId }: Context,
): Promise<void> {
  const ports = { http: await connect(server), now: () => clock.now(), randomId }
  await issueToken({ server, account, key, resources: [] }, ports)
}

/** The same with the private key in a file. A sentence: why there is no token. */
export async function tokenRefusal(
  { server, account, path }: { readonly server: string; readonly account: string; readonly path: string },
  context: Context & Pick<CommandContext, 'phrases'>,
): Promise<string | undefined> {
  try {
    await proveKey({ server, account, key: createPrivateKey(readFileSync(path, 'utf8')) }, context)
    return undefined
  } catch (reason) {
    if (!(reason instanceof CommandFailure)) throw reason
    const { said, message } = reason.failure
    return context.phrases.text(said ?? message)
  }
}
