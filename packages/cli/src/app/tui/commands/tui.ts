import { createHash } from 'node:crypto'

import { createCore, type Core, type Sha256 } from '@portico/core'

import type { CommandContext, CommonOptions, Session } from '../../../kit/context/context.ts'
import { CommandFailure, fail, failureSaying } from '../../../kit/errors/failure.ts'
import { watchingNotice } from '../../../kit/http/notice.ts'
import type { Said } from '../../../kit/phrases/phrase.ts'
import { englishPhrases, type Phrases } from '../../../kit/phrases/phrases.ts'
import { readConfig } from '../../../kit/settings/config-file.ts'
import { followOwn } from '../../../kit/settings/follow-own.ts'
import { keepOwn } from '../../../kit/settings/keep-own.ts'
import { languageFor } from '../../../kit/settings/language.ts'
import type { SignInAgain } from '../../../kit/terminal/app/app.ts'
import { readOwn } from '../../../kit/settings/own-settings.ts'
import { memoryOfThisRun } from '../memory-of-this-run.ts'
import type { FirstEnvironment } from '../start-app.ts'

/** Runs the terminal UI until the person leaves it. Ink and React are loaded only here. */
export async function run(options: CommonOptions & { readonly?: boolean }, context: CommandContext): Promise<void> {
  const { io, clock, randomId, settings, running } = context
  // A wrong setting is reported before the server is asked.
  const [mouse, theme, refresh] = [settings.get('mouse'), settings.get('theme'), settings.get('refresh')]
  if (running === undefined || !io.stdin.isTTY || !io.stdout.isTTY)
    return fail(
      'cancelled',
      'The terminal UI needs a terminal, for keys and for the screen. Commands do the same work.',
      {
        hint: 'portico --help',
      },
    )
  // Ink reads this variable.
  if (io.accessible) running.env['INK_SCREEN_READER'] = 'true'
  const session = await context.session()
  // Whatever form the output of commands has by setting, this is for people.
  const { allWords } = await import('../../../kit/words/all-words.ts')
  const words = await allWords(languageFor(settings.get('language'), io.env))
  const { runTerminal } = await import('../main.tsx')
  // A new start within this run begins with what was changed in it.
  const [favourites, hotkeys, columns] = [settings.get('favourites'), settings.get('hotkeys'), settings.get('columns')]
  let own = readOwn({ favourites, hotkeys, columns })
  const once = async (first: FirstEnvironment | undefined) => {
    const core: Core = createCore({
      http: watchingNotice(session.http, () => void core.session.fetch()),
      clock,
      memory: memoryOfThisRun(),
      sha256,
      randomId,
      locale: words.locale,
      messages: words.messages,
      pagesHeld: 4,
    })
    return runTerminal({
      core,
      words,
      origin: session.origin,
      running,
      home: io.home,
      environment: first,
      isReadonly: options.readonly === true,
      refreshMs: Number(refresh) * 1000,
      theme,
      hasMouse: mouse !== 'false',
      ownSettings: own,
      keepOwn: (change) => {
        own = { ...own, ...change(own) }
        return keepOwn(context.paths.config, settings.profile, change)
      },
      followOwn: (changed) =>
        followOwn(context.paths.config, settings.profile, (stored) => {
          own = stored
          changed(own)
        }),
      proveKey: async (account, path) => {
        const { tokenRefusal } = await import('../../../machines/service-accounts/prove-key.ts')
        return tokenRefusal({ server: session.origin, account, path }, context)
      },
      signInAgain: async (outside) => {
        if (session.isUnattended) return renewed(session)
        const result = await outside(() => loginAsInShell(options, context))
        return result.ok ? renewed(session) : result
      },
      renewQuietly: session.isUnattended ? async () => (await renewed(session)).ok : undefined,
    })
  }
  let code = await once(firstEnvironment(settings))
  // The session is that of another tenant now, whose environments are others.
  while (code === 'again') code = await once(undefined)
  if (code === 130) fail('interrupted', 'Interrupted.')
  if (code !== 0) fail('cancelled', 'The terminal UI could not be shown.')
}

/** Only `--env` leads past the overview: a profile or a project that remembers an environment does so on each start. */
function firstEnvironment(settings: CommandContext['settings']): FirstEnvironment | undefined {
  const layer = settings.origin('environment')
  return layer && { wanted: layer.value, isNamed: layer.source === 'flag' }
}

function renewed(session: Session): Promise<SignInAgain> {
  return answerOf(() => session.renew(), englishPhrases)
}

/**
 * `portico login` with the flags of this run. Ctrl-C ends the sign-in and not the terminal UI, whose form has unsaved text.
 */
async function loginAsInShell(options: CommonOptions, context: CommandContext): Promise<SignInAgain> {
  const { run: login } = await import('../../../sign-in/sign-in/commands/login.ts')
  const signal = context.takeSignal?.()
  const cancelled = new AbortController()
  const stopped = signal?.arrived.then(() => {
    // After the ^C of the terminal.
    context.io.stderr.write('\n')
    cancelled.abort(new CommandFailure(failureSaying('interrupted', 'The sign-in was interrupted.')))
    return cancelled.signal.throwIfAborted()
  })
  const unlessCancelled = (speak: CommandContext['say']) => (sentence: Said) =>
    cancelled.signal.aborted ? undefined : speak(sentence)
  // Another shell may have chosen an environment since.
  const now: CommandContext = {
    ...context,
    config: readConfig(context.paths.config),
    say: unlessCancelled(context.say),
    warn: unlessCancelled(context.warn),
  }
  const plain = { ...options, env: undefined, json: undefined, output: undefined }
  return answerOf(async () => {
    const work = login(plain, now, cancelled.signal)
    work.catch(() => undefined)
    await Promise.race([work, ...(stopped === undefined ? [] : [stopped])])
  }, context.phrases).finally(() => signal?.release())
}

async function answerOf(work: () => Promise<unknown>, phrases: Phrases): Promise<SignInAgain> {
  try {
    await work()
    return { ok: true }
  } catch (reason) {
    if (!(reason instanceof CommandFailure)) throw reason
    const { said, message } = reason.failure
    return { ok: false, message: phrases.text(said ?? message) }
  }
}

const sha256: Sha256 = (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex'))
