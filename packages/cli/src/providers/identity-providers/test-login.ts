import { setTimeout as sleep } from 'node:timers/promises'

import { getTestLogin, startTestLogin, type TestLogin } from '@portico/core'

import type { CommandContext, Server } from '../../kit/context/context.ts'
import { fail } from '../../kit/errors/failure.ts'
import { isBrowserAtHand, openUrl } from '../../kit/io/open-url.ts'
import { safeText } from '../../kit/io/neutralise.ts'
import { checkLines } from '../../sign-in/checks/check-lines.ts'
import { testResultLines } from './test-result-lines.ts'

const pollMs = 1000

/** Starts a test login of a provider's saved configuration, and prints its checks while they happen. Fails if one fails. */
export async function passTestLogin(
  server: Server,
  providerId: string,
  options: { readonly browser: boolean; readonly fresh: boolean; readonly json: boolean },
  context: CommandContext,
): Promise<void> {
  const { io } = context
  const params = { id: providerId }
  const { id: testId, url } = (await server.call(startTestLogin, { params, query: freshQuery(options.fresh) })).value
  offer(url, options.browser, context)
  const ended = await follow(server, { ...params, testId }, (test, from) => {
    if (!options.json) io.stdout.write(checkLines(test.checks.slice(from), io))
  })
  if (options.json) io.stdout.write(safeText(`${JSON.stringify(ended, undefined, 2)}\n`, io))
  else if (ended.result !== null) io.stdout.write(testResultLines(ended.result, await context.words(), io))
  if (ended.state === 'expired') fail('failure', 'The login was not finished in time. Start the test again.')
  if (ended.state !== 'passed') fail('failure', 'The test login failed.')
  context.say('The test login passed.')
}

/** The query of a test login: by default the provider is asked to check the credentials again. */
export function freshQuery(isFresh: boolean): { fresh?: 'false' } {
  return isFresh ? {} : { fresh: 'false' }
}

function offer(url: string, mayOpen: boolean, { io, say }: CommandContext): void {
  const isOpened = mayOpen && isBrowserAtHand(io.env, process.platform) && openUrl(url, io.env, process.platform)
  say(isOpened ? 'A browser was opened: sign in there.' : 'Open this address in a browser and sign in there:')
  if (!isOpened) io.stderr.write(`${safeText(url, io)}\n`)
}

/** Reads the test until it ends. `seen` gets each version with new checks, and the number of those that it had. */
async function follow(
  server: Server,
  params: { readonly id: string; readonly testId: string },
  seen: (test: TestLogin, from: number) => void,
): Promise<TestLogin> {
  let shown = 0
  for (;;) {
    const test = (await server.call(getTestLogin, { params })).value
    if (test.checks.length > shown) seen(test, shown)
    shown = test.checks.length
    if (test.state !== 'waiting' && test.state !== 'running') return test
    await sleep(pollMs)
  }
}
